package nth.proof.stage;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Many small ones, none of which keeps the process alive. */
final class Threads {

  private static final long STACK_BYTES = 128 * 1024;

  static Thread start(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static void close(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Threads() {}
}
