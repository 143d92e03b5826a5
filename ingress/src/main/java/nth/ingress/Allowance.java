package nth.ingress;

import io.github.bucket4j.BucketConfiguration;
import java.time.Duration;

/**
 * How much a kind of bucket holds. In answers it is a policy of the draft {@code
 * draft-ietf-httpapi-ratelimit-headers-10}.
 *
 * @param name of the kind
 * @param burst tokens of a full bucket
 * @param refill tokens regained per second, whole ones: so nobody waits longer than a second for
 *     the next
 */
record Allowance(String name, int burst, int refill) {

  BucketConfiguration configuration() {
    return BucketConfiguration.builder()
        .addLimit(limit -> limit.capacity(burst).refillGreedy(refill, Duration.ofSeconds(1)))
        .build();
  }

  /** Not less than it takes to regain what is missing. */
  Duration toRegain(long missing) {
    return Duration.ofNanos(roundedUp(missing * Duration.ofSeconds(1).toNanos()));
  }

  /** An item of {@code RateLimit-Policy}: the window is the time in which all of it is regained. */
  String policy() {
    return "\"%s\";q=%d;w=%d".formatted(name, burst, roundedUp(burst));
  }

  /** An item of {@code RateLimit}: what is left, and the seconds until there is more. */
  String limit(Level level) {
    return "\"%s\";r=%d;t=1".formatted(name, level.remaining());
  }

  private long roundedUp(long tokens) {
    return (tokens + refill - 1) / refill;
  }
}
