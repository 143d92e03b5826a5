package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class LocalSettingsTest {

  @Test
  void defaults_areTheDocumentedOnes() {
    assertThat(bind(Map.of()))
        .isEqualTo(new LocalSettings(Path.of("data"), new LocalSettings.Local(19092, 15432)));
  }

  @Test
  void portOutOfRange_isRefusedByName() {
    assertThatThrownBy(() -> bind(Map.of("nth.local.kafka-port", "65536")))
        .hasRootCauseMessage("nth.local.kafka-port must be 0 to 65535, not 65536");
  }

  private static LocalSettings bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("nth", LocalSettings.class);
  }
}
