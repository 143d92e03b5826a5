package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SequencerSettingsTest {

  @Test
  void documentedEnvironmentNames_areBound() {
    SequencerSettings settings =
        bind(
            Map.of(
                "NTH_SEQUENCER_STATE_DIR", "/var/lib/nth",
                "NTH_SEQUENCER_ACCEPT_CREATE_TIME", "true"));

    assertThat(settings).isEqualTo(new SequencerSettings(Path.of("/var/lib/nth"), true));
  }

  @Test
  void ownTimeStamps_areNotAcceptedUnlessAskedFor() {
    SequencerSettings settings = bind(Map.of("NTH_SEQUENCER_STATE_DIR", "/var/lib/nth"));

    assertThat(settings.acceptCreateTime()).isFalse();
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
