package nth.sequencer;

import java.nio.file.Path;
import java.time.Duration;
import nth.app.StateFolder;
import nth.sequencer.topology.LineTimeouts;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code nth.sequencer.*}.
 *
 * @param stateDir the line's working copy of its state, of this process alone; rebuilt from Kafka
 *     if lost
 * @param acceptCreateTime decide by the sender's time where a record has no append time of a
 *     broker: only to replay a trusted copy of the log
 * @param sessionTimeout after this much silence another instance takes over, 1s to 6s; brokers need
 *     {@code group.min.session.timeout.ms=1500}
 * @param transactionTimeout how long a killed instance's last transaction may hold up the next one,
 *     1s to 5s
 * @param topicWatchInterval how often it is looked whether the topics are still what they must be
 * @param progressPatience after this long without a decision, while commands wait, health doubts
 *     that any come
 * @param storeMemory what all stores of the line have together outside the heap, 16MB or more
 * @throws IllegalArgumentException if the state would lie where systems clean up, or a size or a
 *     time is out of range
 */
@ConfigurationProperties("nth.sequencer")
record SequencerSettings(
    @DefaultValue("./data/sequencer") Path stateDir,
    @DefaultValue("false") boolean acceptCreateTime,
    @DefaultValue("1500ms") Duration sessionTimeout,
    @DefaultValue("2s") Duration transactionTimeout,
    @DefaultValue("30s") Duration topicWatchInterval,
    @DefaultValue("10s") Duration progressPatience,
    @DefaultValue("128MB") DataSize storeMemory) {

  private static final Duration LONGEST = Duration.ofHours(1);
  private static final DataSize LEAST_STORE_MEMORY = DataSize.ofMegabytes(16);

  SequencerSettings {
    stateDir = StateFolder.checked("nth.sequencer.state-dir", stateDir);
    new LineTimeouts(sessionTimeout, transactionTimeout);
    check(topicWatchInterval, "topic-watch-interval");
    check(progressPatience, "progress-patience");
    if (storeMemory.compareTo(LEAST_STORE_MEMORY) < 0) {
      throw new IllegalArgumentException(
          "nth.sequencer.store-memory must be 16MB or more and is " + storeMemory);
    }
  }

  private static void check(Duration time, String key) {
    if (time.toMillis() < 1 || time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("nth.sequencer." + key + " must be 1ms to 1h");
    }
  }

  LineTimeouts timeouts() {
    return new LineTimeouts(sessionTimeout, transactionTimeout);
  }
}
