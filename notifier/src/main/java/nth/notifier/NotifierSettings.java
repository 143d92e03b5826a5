package nth.notifier;

import java.nio.file.Path;
import java.time.Duration;
import nth.app.StateFolder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.notifier.*}.
 *
 * @param stateDir this instance's own view of the results; rebuilt if lost
 * @param maxStreams streams open at a time on this instance; one more gets 503
 * @param maxStreamsPerNetwork the same for one client network; one more gets 429
 * @param ipv6Prefix leading bits that make IPv6 addresses one network; as {@code
 *     nth.rate-limit.network.ipv6-prefix} unless set
 * @param heartbeat after this much silence a stream carries a comment
 * @param stallLimit a client whose network takes or acknowledges nothing for so long loses its
 *     stream
 * @param streamLifetime the longest a stream stays open
 */
@ConfigurationProperties("nth.notifier")
record NotifierSettings(
    @DefaultValue("./data/notifier") Path stateDir,
    @DefaultValue("20000") int maxStreams,
    @DefaultValue("2000") int maxStreamsPerNetwork,
    @DefaultValue("64") int ipv6Prefix,
    @DefaultValue("15s") Duration heartbeat,
    @DefaultValue("60s") Duration stallLimit,
    @DefaultValue("30m") Duration streamLifetime) {

  private static final Duration LONGEST_STALL = Duration.ofHours(1);

  NotifierSettings {
    stateDir = StateFolder.checked("nth.notifier.state-dir", stateDir);
    check(maxStreams >= 1, "max-streams must be 1 or more");
    check(maxStreamsPerNetwork >= 1, "max-streams-per-network must be 1 or more");
    check(ipv6Prefix >= 1 && ipv6Prefix <= 128, "ipv6-prefix must be 1 to 128");
    check(isPositive(heartbeat), "heartbeat must be longer than nothing");
    check(
        stallLimit.toMillis() >= 1 && stallLimit.compareTo(LONGEST_STALL) <= 0,
        "stall-limit must be 1ms to 1h");
    check(isPositive(streamLifetime), "stream-lifetime must be longer than nothing");
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  private static void check(boolean holds, String sentence) {
    if (!holds) {
      throw new IllegalArgumentException("nth.notifier." + sentence);
    }
  }
}
