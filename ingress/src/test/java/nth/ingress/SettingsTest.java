package nth.ingress;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import nth.ingress.IngressSettings.Mode;
import nth.ingress.RateLimitSettings.Network;
import nth.ingress.RateLimitSettings.Store;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

class SettingsTest {

  private static final ClassPathResource FILE = new ClassPathResource("nth-ingress.yml");

  /** One value for every documented name, none of them the default. */
  private static final Map<String, Object> ENVIRONMENT =
      Map.ofEntries(
          entry("NTH_INGRESS_MODE", "sync"),
          entry("NTH_INGRESS_WAIT", "7s"),
          entry("NTH_INGRESS_CLOCK_TOLERANCE", "8s"),
          entry("NTH_INGRESS_MAX_IN_FLIGHT", "9"),
          entry("NTH_RETENTION_CLOSED", "30d"),
          entry("NTH_RATE_LIMIT_BURST", "11"),
          entry("NTH_RATE_LIMIT_REFILL", "12"),
          entry("NTH_RATE_LIMIT_STORE", "redis"),
          entry("NTH_RATE_LIMIT_STORE_TIMEOUT", "50ms"),
          entry("NTH_RATE_LIMIT_NETWORK_BURST", "13"),
          entry("NTH_RATE_LIMIT_NETWORK_REFILL", "14"),
          entry("NTH_RATE_LIMIT_NETWORK_IPV6_PREFIX", "48"),
          entry("NTH_ADMIN_TOKEN", "secret"),
          entry("NTH_ADMIN_ROLE", "boss"),
          entry("NTH_ADMIN_ROLE_CLAIM", "groups,resource.roles"));

  private static Binder binder(Map<String, Object> variables, boolean file) throws IOException {
    var environment = new StandardEnvironment();
    var sources = environment.getPropertySources();
    List.copyOf(sources.stream().toList()).forEach(source -> sources.remove(source.getName()));
    sources.addLast(
        new SystemEnvironmentPropertySource(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    if (file) {
      new YamlPropertySourceLoader().load("file", FILE).forEach(sources::addLast);
    }
    ConfigurationPropertySources.attach(environment);
    return Binder.get(environment);
  }

  private static IngressSettings ingress(Binder binder) {
    return binder.bindOrCreate("nth.ingress", IngressSettings.class);
  }

  private static RetentionSettings retention(Binder binder) {
    return binder.bindOrCreate("nth.retention", RetentionSettings.class);
  }

  private static RateLimitSettings rateLimit(Binder binder) {
    return binder.bindOrCreate("nth.rate-limit", RateLimitSettings.class);
  }

  private static AdminSettings admin(Binder binder) {
    return binder.bindOrCreate("nth.admin", AdminSettings.class);
  }

  @Test
  void defaults_areTheDesigns_inTheFileAndWithoutIt() throws IOException {
    for (boolean file : new boolean[] {true, false}) {
      Binder binder = binder(Map.of(), file);
      assertThat(ingress(binder))
          .isEqualTo(
              new IngressSettings(
                  Mode.QUEUE, Duration.ofSeconds(2), Duration.ofSeconds(5), 10_000));
      assertThat(retention(binder)).isEqualTo(new RetentionSettings(null));
      assertThat(rateLimit(binder))
          .isEqualTo(
              new RateLimitSettings(
                  5, 2, new Network(2_000, 1_000, 64), Store.MEMORY, Duration.ofMillis(200)));
      var claims = List.of("roles", "scope", "scp", "realm_access.roles");
      assertThat(admin(binder)).isEqualTo(new AdminSettings(null, "nth-admin", claims));
    }
  }

  @Test
  void everyDocumentedEnvironmentName_binds() throws IOException {
    Binder binder = binder(ENVIRONMENT, true);
    assertThat(ingress(binder))
        .isEqualTo(new IngressSettings(Mode.SYNC, Duration.ofSeconds(7), Duration.ofSeconds(8), 9));
    assertThat(retention(binder)).isEqualTo(new RetentionSettings(Duration.ofDays(30)));
    assertThat(rateLimit(binder))
        .isEqualTo(
            new RateLimitSettings(
                11, 12, new Network(13, 14, 48), Store.REDIS, Duration.ofMillis(50)));
    assertThat(admin(binder))
        .isEqualTo(new AdminSettings("secret", "boss", List.of("groups", "resource.roles")))
        .asString()
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "P30D, after 30 days",
    "PT30M, after 30 minutes",
    "PT25H, after 1 day 1 hour",
    ", kept"
  })
  void aRetention_isSaidInWords(@Nullable Duration retention, String words) {
    assertThat(new RetentionSettings(retention).inWords()).contains(words);
  }

  @Test
  void theFile_documentsTheNamesThatAreTestedHere() throws IOException {
    String text = FILE.getContentAsString(StandardCharsets.UTF_8);
    List<String> documented =
        Pattern.compile("\\[(NTH_[A-Z0-9_]+)]")
            .matcher(text)
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(documented).containsExactlyInAnyOrderElementsOf(ENVIRONMENT.keySet());
  }

  @ParameterizedTest
  @CsvSource({
    "NTH_INGRESS_MODE, later",
    "NTH_INGRESS_WAIT, 11s",
    "NTH_INGRESS_WAIT, -1s",
    "NTH_INGRESS_CLOCK_TOLERANCE, -1s",
    "NTH_INGRESS_MAX_IN_FLIGHT, 0",
    "NTH_RETENTION_CLOSED, 30",
    "NTH_RETENTION_CLOSED, -1h",
    "NTH_RETENTION_CLOSED, 36526d",
    "NTH_RATE_LIMIT_BURST, 0",
    "NTH_RATE_LIMIT_REFILL, 0",
    "NTH_RATE_LIMIT_NETWORK_BURST, 0",
    "NTH_RATE_LIMIT_NETWORK_REFILL, -5",
    "NTH_RATE_LIMIT_NETWORK_IPV6_PREFIX, 129",
    "NTH_RATE_LIMIT_STORE, disk",
    "NTH_RATE_LIMIT_STORE_TIMEOUT, 0s",
    "NTH_RATE_LIMIT_STORE_TIMEOUT, 11s"
  })
  void aValueThatCannotWork_stopsTheStart(String name, String value) throws IOException {
    Binder binder = binder(Map.of(name, value), true);
    assertThatThrownBy(
            () -> {
              ingress(binder);
              retention(binder);
              rateLimit(binder);
            })
        .hasMessageContaining("nth.");
  }
}
