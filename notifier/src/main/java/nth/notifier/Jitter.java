package nth.notifier;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Spreads what ten thousand clients would otherwise do in the same second. */
final class Jitter {

  private Jitter() {}

  static Duration between(Duration least, Duration most) {
    return Duration.ofMillis(
        ThreadLocalRandom.current().nextLong(least.toMillis(), most.toMillis() + 1));
  }
}
