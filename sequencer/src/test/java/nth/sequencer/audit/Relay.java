package nth.sequencer.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A way to the database that can be cut and mended. */
final class Relay implements AutoCloseable {

  private final int target;
  private final int port;
  private static final int BUFFER = 65_536;

  private final AtomicReference<String> lastRequest = new AtomicReference<>();
  private final AtomicInteger swallowed = new AtomicInteger();
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
            AtomicBoolean last = new AtomicBoolean();
            start(() -> requests(in, out, last));
            start(() -> replies(in, out, last));
          }
        });
  }

  private void requests(Socket in, Socket out, AtomicBoolean last) throws IOException {
    byte[] bytes = new byte[BUFFER];
    for (int n = in.getInputStream().read(bytes); n >= 0; n = in.getInputStream().read(bytes)) {
      String marker = lastRequest.get();
      if (marker != null
          && new String(bytes, 0, n, UTF_8).contains(marker)
          && lastRequest.compareAndSet(marker, null)) {
        last.set(true);
      }
      out.getOutputStream().write(bytes, 0, n);
    }
  }

  private void replies(Socket in, Socket out, AtomicBoolean last) throws IOException {
    byte[] bytes = new byte[BUFFER];
    for (int n = out.getInputStream().read(bytes); n >= 0; n = out.getInputStream().read(bytes)) {
      if (last.get()) {
        in.close();
        out.close();
        swallowed.incrementAndGet();
        return;
      }
      in.getOutputStream().write(bytes, 0, n);
    }
  }

  /** The next request with that in it arrives and is done; its reply is cut off, with the way. */
  void swallowReplyTo(String marker) {
    lastRequest.set(marker);
  }

  /** How many replies were cut off. */
  int swallowed() {
    return swallowed.get();
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
