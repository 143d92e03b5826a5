package nth.sequencer;

import java.nio.file.Path;
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
    @DefaultValue("false") boolean acceptTemporaryStateDir,
    @DefaultValue("false") boolean acceptCreateTime) {

  SequencerSettings {
    stateDir = stateDir.toAbsolutePath().normalize();
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath().normalize();
    if (!acceptTemporaryStateDir && stateDir.startsWith(temporary)) {
      throw new IllegalArgumentException(
          "nth.sequencer.state-dir must not lie below the temporary folder %s and is %s"
              .formatted(temporary, stateDir));
    }
  }
}
