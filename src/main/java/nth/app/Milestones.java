package nth.app;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** How far one partition has been handled, and who waits for more. */
final class Milestones {

  private final TreeMap<Long, CompletableFuture<Boolean>> waiting = new TreeMap<>();
  private long next;

  /** Whether everything below that offset has been handled, or is within that time. */
  synchronized CompletableFuture<Boolean> reached(long offset, Duration within) {
    if (next >= offset) {
      return CompletableFuture.completedFuture(true);
    }
    waiting.values().removeIf(CompletableFuture::isDone);
    return waiting.computeIfAbsent(
        offset,
        absent ->
            new CompletableFuture<Boolean>()
                .completeOnTimeout(false, within.toMillis(), TimeUnit.MILLISECONDS));
  }

  void moved(long to) {
    List<CompletableFuture<Boolean>> arrived;
    synchronized (this) {
      next = to;
      var below = waiting.headMap(to, true);
      arrived = List.copyOf(below.values());
      below.clear();
    }
    arrived.forEach(waiter -> waiter.complete(true));
  }
}
