package nth.proof.stage;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port of ours before a port of theirs; everything that comes in goes by some wire. */
final class Gate implements AutoCloseable {

  private static final int BACKLOG = 200;

  /** Tells by whom a connection is. */
  interface Sorter {
    Wire wireOf(InputStream said) throws IOException;
  }

  private final InetSocketAddress target;
  private final Sorter sorter;
  private final ServerSocket entrance;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private Gate(int port, int target, Sorter sorter) throws IOException {
    this.target = new InetSocketAddress(Ports.HOST, target);
    this.sorter = sorter;
    this.entrance = new ServerSocket(port, BACKLOG, InetAddress.getByName(Ports.HOST));
  }

  static Gate open(int port, int target, Sorter sorter) {
    try {
      Gate gate = new Gate(port, target, sorter);
      Threads.start("gate " + port, gate::accept);
      return gate;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    Threads.close(entrance);
    open.forEach(Threads::close);
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket client = entrance.accept();
        Threads.start("gate " + entrance.getLocalPort() + " requests", () -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    open.add(client);
    try (client) {
      client.setTcpNoDelay(true);
      InputStream said = new BufferedInputStream(client.getInputStream(), 64 * 1024);
      Wire wire = sorter.wireOf(said);
      new Connection(wire, client, said).carry(target);
    } catch (IOException goneBeforeItBegan) {
      // A client that says nothing and leaves has no wire.
    } finally {
      open.remove(client);
    }
  }
}
