package nth.proof.stage;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One connection through a wire: two sockets and a thread for each direction. */
final class Connection {

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int CONNECT_MS = 5_000;

  private final Wire wire;
  private final Socket client;
  private final InputStream said;
  private final Socket server = new Socket();

  /**
   * @param said what the client says, from its first byte
   */
  Connection(Wire wire, Socket client, InputStream said) {
    this.wire = wire;
    this.client = client;
    this.said = said;
  }

  /** Returns when the connection is over. */
  void carry(InetSocketAddress target) {
    try {
      if (!wire.join(this)) {
        return;
      }
      server.setTcpNoDelay(true);
      server.connect(target, CONNECT_MS);
      Thread replies = Threads.start(wire + " replies", this::carryReplies);
      carryRequests();
      replies.join();
    } catch (IOException | InterruptedException over) {
      // Either side is gone, or the wire was cut: the other side learns it by the reset.
    } finally {
      reset();
      wire.leave(this);
    }
  }

  /** Both sides see it as lost, not as ended. */
  void reset() {
    abort(client);
    abort(server);
  }

  private void carryRequests() throws IOException, InterruptedException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int n = said.read(buffer); n >= 0; n = said.read(buffer)) {
      if (!pass(wire.request(), server, buffer, n)) {
        return;
      }
    }
    server.shutdownOutput();
  }

  private void carryReplies() {
    try {
      byte[] buffer = new byte[BUFFER_BYTES];
      InputStream in = server.getInputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (!pass(wire.reply(buffer, n), client, buffer, n)) {
          return;
        }
      }
      client.shutdownOutput();
    } catch (IOException | InterruptedException over) {
      reset();
    }
  }

  private boolean pass(Fate fate, Socket to, byte[] buffer, int length) throws IOException {
    switch (fate) {
      case PASS -> to.getOutputStream().write(buffer, 0, length);
      case SWALLOW -> {}
      case RESET -> reset();
    }
    return fate != Fate.RESET;
  }

  private static void abort(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException closedBefore) {
      return;
    }
    Threads.close(socket);
  }
}
