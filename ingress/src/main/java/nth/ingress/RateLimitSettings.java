package nth.ingress;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.rate-limit.*}: how often one may knock.
 *
 * @param burst requests a person may make at once
 * @param refill requests a person regains per second
 * @param network the same for everybody behind one client network together
 * @param store {@code memory}: each instance has limits of its own; {@code redis}: they have one
 * @param storeTimeout how long Redis may take to answer before each instance decides alone
 * @throws IllegalArgumentException if a value cannot work
 */
@ConfigurationProperties("nth.rate-limit")
record RateLimitSettings(
    @DefaultValue("5") int burst,
    @DefaultValue("2") int refill,
    @DefaultValue Network network,
    @DefaultValue("memory") Store store,
    @DefaultValue("200ms") Duration storeTimeout) {

  private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(10);

  /** {@code nth.rate-limit.store}. */
  enum Store {
    /** Each instance has limits of its own. */
    MEMORY,
    /** All instances have one limit. */
    REDIS
  }

  RateLimitSettings {
    checkPositive(burst, "burst");
    checkPositive(refill, "refill");
    if (storeTimeout.toMillis() < 1 || storeTimeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException("nth.rate-limit.store-timeout must be 1ms to 10s");
    }
  }

  /**
   * {@code nth.rate-limit.network.*}.
   *
   * @param burst requests a client network may make at once
   * @param refill requests a client network regains per second
   * @param ipv6Prefix leading bits that make IPv6 addresses one network
   */
  record Network(
      @DefaultValue("2000") int burst,
      @DefaultValue("1000") int refill,
      @DefaultValue("64") int ipv6Prefix) {
    Network {
      checkPositive(burst, "network.burst");
      checkPositive(refill, "network.refill");
      if (ipv6Prefix < 1 || ipv6Prefix > 128) {
        throw new IllegalArgumentException("nth.rate-limit.network.ipv6-prefix must be 1 to 128");
      }
    }
  }

  private static void checkPositive(int value, String key) {
    if (value < 1) {
      throw new IllegalArgumentException("nth.rate-limit." + key + " must be 1 or more");
    }
  }
}
