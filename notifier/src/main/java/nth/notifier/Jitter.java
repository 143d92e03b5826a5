package nth.notifier;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Spreads what ten thousand clients would otherwise do in the same second. */
final class Jitter {

  /** How many may come back in one second. */
  private static final int PER_SECOND = 500;

  private static final Duration SOONEST_RETURN = Duration.ofSeconds(2);
  private static final Duration SHORTEST_SPREAD = Duration.ofSeconds(4);

  private Jitter() {}

  static Duration between(Duration least, Duration most) {
    return Duration.ofMillis(
        ThreadLocalRandom.current().nextLong(least.toMillis(), most.toMillis() + 1));
  }

  /**
   * After which one of so many comes back whose stream has ended.
   *
   * @param crowd who may have to come back at the same time
   */
  static Duration comeback(int crowd) {
    Duration needed = Duration.ofMillis(1_000L * crowd / PER_SECOND);
    Duration spread = needed.compareTo(SHORTEST_SPREAD) > 0 ? needed : SHORTEST_SPREAD;
    return between(SOONEST_RETURN, SOONEST_RETURN.plus(spread));
  }
}
