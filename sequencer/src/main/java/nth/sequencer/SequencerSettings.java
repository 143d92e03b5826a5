package nth.sequencer;

import java.nio.file.Path;
import java.time.Duration;
import nth.app.StateFolder;
import nth.sequencer.topology.LineTimeouts;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the line; {@code nth-sequencer.yml} says what each is for.
 *
 * @throws IllegalArgumentException if the state would lie where systems clean up, or a size or
 *     time-out is out of range
 */
@ConfigurationProperties("nth.sequencer")
record SequencerSettings(
    @DefaultValue("./data/sequencer") Path stateDir,
    @DefaultValue("false") boolean acceptCreateTime,
    @DefaultValue("1500ms") Duration sessionTimeout,
    @DefaultValue("2s") Duration transactionTimeout,
    @DefaultValue("128MB") DataSize storeMemory) {

  private static final DataSize LEAST_STORE_MEMORY = DataSize.ofMegabytes(16);

  SequencerSettings {
    stateDir = StateFolder.checked("nth.sequencer.state-dir", stateDir);
    new LineTimeouts(sessionTimeout, transactionTimeout);
    if (storeMemory.compareTo(LEAST_STORE_MEMORY) < 0) {
      throw new IllegalArgumentException(
          "nth.sequencer.store-memory must be 16MB or more and is " + storeMemory);
    }
  }

  LineTimeouts timeouts() {
    return new LineTimeouts(sessionTimeout, transactionTimeout);
  }
}
