package nth.ingress;

import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import java.time.Duration;

/**
 * What a bucket showed when it was asked for a token.
 *
 * @param enough whether it had one
 * @param remaining what is in it now
 * @param untilNext until it has one again; zero if it had one
 */
record Level(boolean enough, long remaining, Duration untilNext) {

  static Level of(ConsumptionProbe probe) {
    return of(probe.isConsumed(), probe.getRemainingTokens(), probe.getNanosToWaitForRefill());
  }

  static Level of(EstimationProbe probe) {
    return of(probe.canBeConsumed(), probe.getRemainingTokens(), probe.getNanosToWaitForRefill());
  }

  private static Level of(boolean enough, long remaining, long nanos) {
    return new Level(enough, Math.max(0, remaining), Duration.ofNanos(nanos));
  }
}
