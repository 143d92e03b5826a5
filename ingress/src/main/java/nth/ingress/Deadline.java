package nth.ingress;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import nth.ingress.Entries.Appended;
import nth.ingress.Entries.OutcomeUnknown;
import org.jspecify.annotations.Nullable;

/**
 * Answers in time for a producer that keeps silent: Kafka's does not look at its own delivery
 * time-out while it asks for an id, and it asks until it gets one.
 */
final class Deadline implements AutoCloseable {

  private static final long TICK_MS = 25;

  private final long limitNanos;
  private final Queue<Awaited> inOrder = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Deadline::daemon);

  private record Awaited(CompletableFuture<Appended> answer, long sinceNanos) {}

  /**
   * @param limit the same for all, so that they are due in the order they came
   */
  Deadline(Duration limit) {
    this.limitNanos = limit.toNanos();
    clock.scheduleWithFixedDelay(this::look, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "ingress-deadline");
    thread.setDaemon(true);
    return thread;
  }

  void watch(CompletableFuture<Appended> answer) {
    inOrder.add(new Awaited(answer, System.nanoTime()));
  }

  private void look() {
    long now = System.nanoTime();
    for (Awaited first = inOrder.peek(); isOver(first, now); first = inOrder.peek()) {
      inOrder.remove();
      if (!first.answer().isDone()) {
        first.answer().completeExceptionally(new OutcomeUnknown("no word of it in time"));
      }
    }
  }

  private boolean isOver(@Nullable Awaited first, long now) {
    return first != null && (first.answer().isDone() || now - first.sinceNanos() > limitNanos);
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
