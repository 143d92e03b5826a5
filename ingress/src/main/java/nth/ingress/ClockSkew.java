package nth.ingress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How far this machine's clock is from the broker's at least, judged by when appends were handed
 * over and acknowledged. What they took cannot be told from a difference of clocks, so a smaller
 * one than that does not show.
 */
final class ClockSkew {

  private final BrokerTime broker;
  private final InstantSource clock;

  ClockSkew(BrokerTime broker, InstantSource clock) {
    this.broker = broker;
    this.clock = clock;
  }

  /** In seconds, positive where ours is ahead; not a number while nothing has been learned. */
  double seconds() {
    Instant own = clock.instant();
    Instant earliest = broker.atLeast().orElse(null);
    Instant latest = broker.atMost().orElse(null);
    if (earliest == null || latest == null) {
      return Double.NaN;
    }
    if (own.isBefore(earliest)) {
      return -seconds(own, earliest);
    }
    return own.isAfter(latest) ? seconds(latest, own) : 0;
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1_000.0;
  }
}
