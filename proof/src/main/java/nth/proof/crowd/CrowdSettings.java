package nth.proof.crowd;

import java.time.Duration;

/**
 * How a crowd behaves.
 *
 * @param seed of everything that is left to chance
 * @param rate first clicks per second
 * @param maxInFlight persons who wait for a final answer; one more does not come
 * @param timeout of one request
 * @param promotions that people enter at a time in each partition
 * @param smallest people of a promotion
 * @param largest the same
 * @param watchers streams open at a time
 * @param pollers persons who ask for their result, at a time
 */
public record CrowdSettings(
    long seed,
    int rate,
    int maxInFlight,
    Duration timeout,
    int promotions,
    int smallest,
    int largest,
    int watchers,
    int pollers) {

  public CrowdSettings {
    if (rate < 1 || maxInFlight < 1 || promotions < 1 || smallest < 10 || largest < smallest) {
      throw new IllegalArgumentException("a crowd needs a rate, room and promotions of 10 or more");
    }
  }

  /** What the ordeal uses. */
  public static CrowdSettings of(long seed, int rate) {
    return new CrowdSettings(seed, rate, 1000, Duration.ofSeconds(3), 2, 500, 8_000, 60, 20);
  }

  /** Promotions of another size, for a crowd that stays shorter. */
  public CrowdSettings sized(int smallest, int largest) {
    return new CrowdSettings(
        seed, rate, maxInFlight, timeout, promotions, smallest, largest, watchers, pollers);
  }

  public CrowdSettings watchedBy(int watchers, int pollers) {
    return new CrowdSettings(
        seed, rate, maxInFlight, timeout, promotions, smallest, largest, watchers, pollers);
  }
}
