package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

class NotifierSettingsTest {

  private static final NotifierSettings DEFAULTS =
      new NotifierSettings(
          Path.of("data/notifier"),
          20_000,
          2_000,
          64,
          Duration.ofSeconds(15),
          Duration.ofSeconds(60),
          Duration.ofMinutes(30));

  private static NotifierSettings bound(StandardEnvironment environment) {
    return Binder.get(environment).bindOrCreate("nth.notifier", NotifierSettings.class);
  }

  private static StandardEnvironment environment(Map<String, Object> variables) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    return environment;
  }

  private static PropertySource<?> documented() throws IOException {
    return new YamlPropertySourceLoader()
        .load("documented", new ClassPathResource("nth-notifier.yml"))
        .get(0);
  }

  @Test
  void defaults_areTheDocumentedOnes() throws IOException {
    StandardEnvironment documented = environment(Map.of());
    documented.getPropertySources().addLast(documented());

    assertThat(bound(environment(Map.of()))).isEqualTo(DEFAULTS);
    assertThat(bound(documented)).isEqualTo(DEFAULTS);
  }

  @Test
  void everyDocumentedEnvironmentName_isBound() throws IOException {
    StandardEnvironment environment =
        environment(
            Map.of(
                "NTH_NOTIFIER_STATE_DIR", "./elsewhere",
                "NTH_NOTIFIER_MAX_STREAMS", "7",
                "NTH_NOTIFIER_MAX_STREAMS_PER_NETWORK", "3",
                "NTH_NOTIFIER_IPV6_PREFIX", "56",
                "NTH_NOTIFIER_HEARTBEAT", "5s",
                "NTH_NOTIFIER_STALL_LIMIT", "9s",
                "NTH_NOTIFIER_STREAM_LIFETIME", "1m"));
    environment.getPropertySources().addLast(documented());

    assertThat(bound(environment))
        .isEqualTo(
            new NotifierSettings(
                Path.of("elsewhere"),
                7,
                3,
                56,
                Duration.ofSeconds(5),
                Duration.ofSeconds(9),
                Duration.ofMinutes(1)));
  }

  /** A network is one to both doors, unless somebody wants otherwise. */
  @Test
  void ipv6Prefix_isThatOfEntries() throws IOException {
    StandardEnvironment environment =
        environment(Map.of("NTH_RATE_LIMIT_NETWORK_IPV6_PREFIX", "48"));
    environment.getPropertySources().addLast(documented());

    assertThat(bound(environment).ipv6Prefix()).isEqualTo(48);
  }

  @ParameterizedTest
  @CsvSource({
    "max-streams, 0",
    "max-streams-per-network, 0",
    "ipv6-prefix, 129",
    "stall-limit, 0s",
    "stall-limit, 61m",
    "heartbeat, 0s",
    "stream-lifetime, -1s"
  })
  void impossibleValue_stopsTheStart_andIsNamed(String key, String value) {
    String name = "NTH_NOTIFIER_" + key.replace('-', '_').toUpperCase(java.util.Locale.ROOT);

    assertThatThrownBy(() -> bound(environment(Map.of(name, value))))
        .rootCause()
        .hasMessageContaining("nth.notifier." + key);
  }
}
