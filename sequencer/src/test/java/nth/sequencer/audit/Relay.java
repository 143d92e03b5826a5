package nth.sequencer.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A way to the database that can be cut and mended. */
final class Relay implements AutoCloseable {

  private final int target;
  private final int port;
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
  private ServerSocket door;

  Relay(int target) throws IOException {
    this.target = target;
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port = door.getLocalPort();
    accept(door);
  }

  int port() {
    return port;
  }

  void cut() throws IOException {
    door.close();
    for (Socket socket = open.poll(); socket != null; socket = open.poll()) {
      socket.close();
    }
  }

  void mend() throws IOException {
    door = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    accept(door);
  }

  private void accept(ServerSocket from) {
    start(
        () -> {
          while (true) {
            Socket in = from.accept();
            Socket out = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(in);
            open.add(out);
            start(() -> in.getInputStream().transferTo(out.getOutputStream()));
            start(() -> out.getInputStream().transferTo(in.getOutputStream()));
          }
        });
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (SocketException e) {
                // The way was cut.
                return;
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    cut();
  }
}
