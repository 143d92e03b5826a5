package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SequencerSettingsTest {

  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

  @Test
  void documentedEnvironmentNames_areBound() {
    SequencerSettings settings =
        bind(
            Map.of(
                "NTH_SEQUENCER_STATE_DIR", TEMPORARY.resolve("state").toString(),
                "NTH_SEQUENCER_ACCEPT_TEMPORARY_STATE_DIR", "true",
                "NTH_SEQUENCER_ACCEPT_CREATE_TIME", "true"));

    assertThat(settings).isEqualTo(new SequencerSettings(TEMPORARY.resolve("state"), true, true));
  }

  @Test
  @Tag("O-15")
  void stateBelowTheTemporaryFolder_isRefused() {
    Path stateDir = TEMPORARY.resolve("nth/../nth/state");

    assertThatThrownBy(() -> new SequencerSettings(stateDir, false, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nth.sequencer.state-dir must not lie below the temporary folder");
  }

  @Test
  void ownTimeStamps_areNotAcceptedUnlessAskedFor() {
    SequencerSettings settings =
        bind(Map.of("NTH_SEQUENCER_STATE_DIR", Path.of("/var/lib/nth").toString()));

    assertThat(settings.acceptCreateTime()).isFalse();
    assertThat(settings.acceptTemporaryStateDir()).isFalse();
  }

  private static SequencerSettings bind(Map<String, Object> variables) {
    var environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    ConfigurationPropertySources.attach(environment);
    return Binder.get(environment).bind("nth.sequencer", SequencerSettings.class).get();
  }
}
