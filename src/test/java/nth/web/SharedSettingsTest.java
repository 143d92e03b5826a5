package nth.web;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import nth.app.NthSettings;
import nth.app.ProductionSettings;
import nth.web.WebSettings.CorsSettings;
import nth.web.WebSettings.IdentityMode;
import nth.web.WebSettings.IdentitySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.micrometer.tracing.autoconfigure.TracingProperties;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.otlp.OtlpTracingProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

class SharedSettingsTest {

  private static final ClassPathResource FILE = new ClassPathResource("nth-shared.yml");

  /** One value for every documented name; none is the default, where there is another. */
  private static final Map<String, Object> ENVIRONMENT =
      Map.ofEntries(
          entry("NTH_PARTITIONS", "6"),
          entry("NTH_REPLICATION_FACTOR", "3"),
          entry("NTH_MIN_INSYNC_REPLICAS", "2"),
          entry("NTH_IDENTITY_MODE", "jwt"),
          entry("NTH_IDENTITY_SKEW", "7s"),
          entry("NTH_IDENTITY_TRUSTED_PROXIES", "192.0.2.1, 2001:db8::/32"),
          entry("NTH_IDENTITY_FORWARDED_HEADER", "forwarded"),
          entry("NTH_CORS_ALLOWED_ORIGINS", "https://shop.example,https://other.example"),
          entry("NTH_PRODUCTION_ALLOW_PLAINTEXT_KAFKA", "true"),
          entry("SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_ISSUER_URI", "https://issuer.example"),
          entry("SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_JWK_SET_URI", "https://keys.example"),
          entry("SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_PUBLIC_KEY_LOCATION", "file:key.pem"),
          entry("SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_AUDIENCES", "nth,others"),
          entry("SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_JWS_ALGORITHMS", "ES256"),
          entry("NTH_TRACING_JOIN_PROXIES", "true"),
          entry("MANAGEMENT_TRACING_EXPORT_ENABLED", "true"),
          entry("MANAGEMENT_TRACING_SAMPLING_PROBABILITY", "0.5"),
          entry("MANAGEMENT_OPENTELEMETRY_TRACING_EXPORT_OTLP_ENDPOINT", "http://there"),
          entry("MANAGEMENT_OPENTELEMETRY_TRACING_EXPORT_OTLP_TIMEOUT", "4s"),
          entry("NTH_HTTP_RECEIVE_TIMEOUT", "3s"),
          entry("SERVER_MAX_HTTP_REQUEST_HEADER_SIZE", "20KB"),
          entry("SERVER_NETTY_MAX_INITIAL_LINE_LENGTH", "5KB"),
          entry("SERVER_NETTY_IDLE_TIMEOUT", "6s"),
          entry("SPRING_KAFKA_BOOTSTRAP_SERVERS", "broker:9092"));

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

  private static NthSettings nth(Binder binder) {
    return binder.bindOrCreate("nth", NthSettings.class);
  }

  private static WebSettings web(Binder binder) {
    return binder.bindOrCreate("nth", WebSettings.class);
  }

  private static WebSettings web(IdentitySettings identity, String... origins) {
    return new WebSettings(identity, new CorsSettings(List.of(origins)));
  }

  private static ProductionSettings production(Binder binder) {
    return binder.bindOrCreate("nth.production", ProductionSettings.class);
  }

  private static HttpSettings http(Binder binder) {
    return binder.bindOrCreate("nth.http", HttpSettings.class);
  }

  private static List<String> server(Binder binder) {
    return Stream.of(
            "max-http-request-header-size", "netty.max-initial-line-length", "netty.idle-timeout")
        .map(key -> binder.bind("server." + key, String.class).get())
        .toList();
  }

  private static String brokers(Binder binder) {
    return binder.bind("spring.kafka.bootstrap-servers", String.class).get();
  }

  @Test
  void defaults_areTheDesigns_inTheFileAndWithoutIt() throws IOException {
    var identity =
        new IdentitySettings(
            IdentityMode.HEADER,
            List.of(),
            ForwardedHeader.X_FORWARDED_FOR,
            Duration.ofSeconds(30));
    for (boolean file : new boolean[] {true, false}) {
      Binder binder = binder(Map.of(), file);
      assertThat(nth(binder)).isEqualTo(new NthSettings(1, 1, 1));
      assertThat(web(binder)).isEqualTo(web(identity));
      assertThat(production(binder)).isEqualTo(new ProductionSettings(false));
      assertThat(http(binder)).isEqualTo(new HttpSettings(Duration.ofSeconds(10)));
    }
    assertThat(server(binder(Map.of(), true))).containsExactly("16KB", "4KB", "180s");
    assertThat(brokers(binder(Map.of(), true))).isEqualTo("localhost:9092");
  }

  @Test
  void everyDocumentedEnvironmentName_binds() throws IOException {
    Binder binder = binder(ENVIRONMENT, true);
    assertThat(nth(binder)).isEqualTo(new NthSettings(6, 3, 2));
    var identity =
        new IdentitySettings(
            IdentityMode.JWT,
            List.of("192.0.2.1", "2001:db8::/32"),
            ForwardedHeader.FORWARDED,
            Duration.ofSeconds(7));
    assertThat(web(binder))
        .isEqualTo(web(identity, "https://shop.example", "https://other.example"));
    assertThat(brokers(binder)).isEqualTo("broker:9092");
    assertThat(http(binder)).isEqualTo(new HttpSettings(Duration.ofSeconds(3)));
    assertThat(server(binder)).containsExactly("20KB", "5KB", "6s");
    assertThat(production(binder)).isEqualTo(new ProductionSettings(true));
  }

  @Test
  void theNamesOfTheIssuer_areBoots() throws IOException {
    OAuth2ResourceServerProperties.Jwt jwt =
        binder(ENVIRONMENT, true)
            .bind("spring.security.oauth2.resourceserver", OAuth2ResourceServerProperties.class)
            .get()
            .getJwt();
    assertThat(jwt.getIssuerUri()).isEqualTo("https://issuer.example");
    assertThat(jwt.getJwkSetUri()).isEqualTo("https://keys.example");
    assertThat(jwt.getPublicKeyLocation().getFilename()).isEqualTo("key.pem");
    assertThat(jwt.getAudiences()).containsExactly("nth", "others");
    assertThat(jwt.getJwsAlgorithms()).containsExactly("ES256");
  }

  @Test
  void tracing_isOffAndJoinsNobody_unlessItIsAskedFor() throws IOException {
    Binder asked = binder(ENVIRONMENT, true);
    Binder asShipped = binder(Map.of(), true);

    for (String key : List.of("nth.tracing.join-proxies", "management.tracing.export.enabled")) {
      assertThat(asShipped.bind(key, Boolean.class).get()).isFalse();
      assertThat(asked.bind(key, Boolean.class).get()).isTrue();
    }
    assertThat(asked.bind("management.tracing.sampling", TracingProperties.Sampling.class).get())
        .extracting(TracingProperties.Sampling::getProbability)
        .isEqualTo(0.5f);
    String exporter = "management.opentelemetry.tracing.export.otlp";
    assertThat(asked.bind(exporter, OtlpTracingProperties.class).get())
        .extracting(OtlpTracingProperties::getEndpoint, OtlpTracingProperties::getTimeout)
        .containsExactly("http://there", Duration.ofSeconds(4));
  }

  @Test
  void theFile_documentsTheNamesThatAreTestedHere() throws IOException {
    String text = FILE.getContentAsString(StandardCharsets.UTF_8);
    List<String> documented =
        Pattern.compile("(?<=\\[)[A-Z][A-Z0-9_]+(?=])")
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(documented).containsExactlyInAnyOrderElementsOf(ENVIRONMENT.keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NTH_PARTITIONS          | 0    | nth.partitions must be 1 or more
          NTH_PARTITIONS          | many | nth.partitions
          NTH_REPLICATION_FACTOR  | 0    | nth.replication-factor must be 1 or more
          NTH_MIN_INSYNC_REPLICAS | 0    | nth.min-insync-replicas must be 1 to nth
          NTH_MIN_INSYNC_REPLICAS | 2    | nth.min-insync-replicas must be 1 to nth
          NTH_IDENTITY_MODE       | both | nth.identity.mode
          NTH_IDENTITY_SKEW       | -1s  | nth.identity.skew must be 0s to 5m
          NTH_IDENTITY_SKEW       | 6m   | nth.identity.skew must be 0s to 5m
          NTH_CORS_ALLOWED_ORIGINS | *                     | nth.cors.allowed-origins must be like
          NTH_CORS_ALLOWED_ORIGINS | null                  | nth.cors.allowed-origins must be like
          NTH_CORS_ALLOWED_ORIGINS | https://shop.example/ | nth.cors.allowed-origins must be like
          NTH_CORS_ALLOWED_ORIGINS | https://Shop.example  | nth.cors.allowed-origins must be like
          NTH_CORS_ALLOWED_ORIGINS | shop.example          | nth.cors.allowed-origins must be like
          NTH_IDENTITY_TRUSTED_PROXIES  | 192.0.2.1,proxy | nth.identity.trusted-proxies: proxy is
          NTH_IDENTITY_FORWARDED_HEADER | x-real-ip       | nth.identity.forwarded-header
          NTH_HTTP_RECEIVE_TIMEOUT | 0s   | nth.http.receive-timeout must be longer than 0s
          """)
  void aValueThatCannotWork_stopsTheStart_andIsNamed(String name, String value, String sentence)
      throws IOException {
    Binder binder = binder(Map.of(name, value), true);
    Throwable fault =
        catchThrowable(
            () -> {
              nth(binder);
              web(binder);
              http(binder);
            });
    assertThat(fault).isNotNull();
    var told = new StringWriter();
    fault.printStackTrace(new PrintWriter(told));
    assertThat(told.toString()).contains(sentence);
  }
}
