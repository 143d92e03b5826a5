package nth.sequencer;

import java.nio.file.Path;
import java.time.Duration;
import nth.app.StateFolder;
import nth.sequencer.topology.LineTimeouts;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the line; {@code nth-sequencer.yml} says what each is for.
 *
 * @throws IllegalArgumentException if the state would lie where systems clean up, or a time-out is
 *     out of range
 */
@ConfigurationProperties("nth.sequencer")
record SequencerSettings(
    @DefaultValue("./data/sequencer") Path stateDir,
    @DefaultValue("false") boolean acceptCreateTime,
    @DefaultValue("1500ms") Duration sessionTimeout,
    @DefaultValue("2s") Duration transactionTimeout) {

  SequencerSettings {
    stateDir = StateFolder.checked("nth.sequencer.state-dir", stateDir);
    new LineTimeouts(sessionTimeout, transactionTimeout);
  }

  LineTimeouts timeouts() {
    return new LineTimeouts(sessionTimeout, transactionTimeout);
  }
}
