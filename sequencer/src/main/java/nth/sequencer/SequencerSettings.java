package nth.sequencer;

import java.nio.file.Path;
import nth.app.StateFolder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the line; {@code nth-sequencer.yml} says what each is for.
 *
 * @throws IllegalArgumentException if the state would lie where systems clean up
 */
@ConfigurationProperties("nth.sequencer")
record SequencerSettings(
    @DefaultValue("./data/sequencer") Path stateDir,
    @DefaultValue("false") boolean acceptCreateTime) {

  SequencerSettings {
    stateDir = StateFolder.checked("nth.sequencer.state-dir", stateDir);
  }
}
