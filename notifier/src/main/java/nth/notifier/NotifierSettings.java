package nth.notifier;

import java.nio.file.Path;
import java.time.Duration;
import nth.app.StateFolder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.notifier.*}; every key is explained in {@code nth-notifier.yml}.
 *
 * @param stateDir of this instance alone: the view of the results
 * @param maxStreams open at a time on this instance
 * @param maxStreamsPerNetwork open at a time for one client network; not enforced yet
 * @param heartbeat after this much silence a stream carries a comment
 * @param streamLifetime the longest a stream stays open
 */
@ConfigurationProperties("nth.notifier")
record NotifierSettings(
    @DefaultValue("./data/notifier") Path stateDir,
    @DefaultValue("20000") int maxStreams,
    @DefaultValue("2000") int maxStreamsPerNetwork,
    @DefaultValue("15s") Duration heartbeat,
    @DefaultValue("30m") Duration streamLifetime) {

  NotifierSettings {
    stateDir = StateFolder.checked("nth.notifier.state-dir", stateDir);
    check(maxStreams >= 1, "max-streams must be 1 or more");
    check(maxStreamsPerNetwork >= 1, "max-streams-per-network must be 1 or more");
    check(isPositive(heartbeat), "heartbeat must be longer than nothing");
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
