package nth.notifier;

import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import nth.web.Problem;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Threads for reading the board, which may have to wait for a disk; no event loop ever does. */
final class Reads implements AutoCloseable {

  private static final int THREADS = 8;
  private static final int QUEUED_PER_THREAD = 5_000;

  private final Scheduler threads =
      Schedulers.newBoundedElastic(THREADS, QUEUED_PER_THREAD, "notifier-read");

  /** Fails with 503 {@code unavailable} if too many are waiting, or this instance ends. */
  <T> Mono<T> off(Callable<T> reading) {
    return Mono.fromCallable(reading)
        .subscribeOn(threads)
        .onErrorMap(RejectedExecutionException.class, e -> busy())
        .onErrorMap(BoardStore.Closed.class, e -> stopping());
  }

  private static Problem busy() {
    return NotNow.because("Too many are asking.");
  }

  private static Problem stopping() {
    return NotNow.because("This instance is stopping.");
  }

  @Override
  public void close() {
    threads.dispose();
  }
}
