package nth.proof.crowd;

import java.time.Duration;
import java.time.Instant;

/**
 * The host's clock as it was at the start, and what the monotonic clock has counted since: steps of
 * a clock, which are among the faults, do not disturb what is measured.
 */
public final class Timeline {

  private static final Instant START = Instant.now();
  private static final long START_NANOS = System.nanoTime();

  private Timeline() {}

  public static Instant now() {
    return at(nanos());
  }

  /** Since the start. */
  static long nanos() {
    return System.nanoTime() - START_NANOS;
  }

  static long nanos(Instant moment) {
    return Duration.between(START, moment).toNanos();
  }

  static Instant at(long nanos) {
    return START.plusNanos(nanos);
  }
}
