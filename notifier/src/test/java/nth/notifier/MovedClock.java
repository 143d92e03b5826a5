package nth.notifier;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** Goes as any clock, and forward when a test says so. */
final class MovedClock implements InstantSource {

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead.get());
  }

  void move(Duration forward) {
    ahead.updateAndGet(before -> before.plus(forward));
  }
}
