package nth.web;

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
import nth.web.WebSettings.CorsSettings;
import nth.web.WebSettings.IdentityMode;
import nth.web.WebSettings.IdentitySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

class SharedSettingsTest {

  private static final ClassPathResource FILE = new ClassPathResource("nth-shared.yml");

  /** One value for every documented name; none is the default, where there is another. */
  private static final Map<String, Object> ENVIRONMENT =
      Map.of(
          "NTH_PARTITIONS", "6",
          "NTH_REPLICATION_FACTOR", "3",
          "NTH_MIN_INSYNC_REPLICAS", "2",
          "NTH_IDENTITY_MODE", "header",
          "NTH_CORS_ALLOWED_ORIGINS", "https://shop.example,https://other.example",
          "NTH_HTTP_RECEIVE_TIMEOUT", "3s",
          "SERVER_MAX_HTTP_REQUEST_HEADER_SIZE", "20KB",
          "SERVER_NETTY_MAX_INITIAL_LINE_LENGTH", "5KB",
          "SERVER_NETTY_IDLE_TIMEOUT", "6s",
          "SPRING_KAFKA_BOOTSTRAP_SERVERS", "broker:9092");

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

  private static WebSettings web(String... origins) {
    return new WebSettings(
        new IdentitySettings(IdentityMode.HEADER), new CorsSettings(List.of(origins)));
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
    for (boolean file : new boolean[] {true, false}) {
      Binder binder = binder(Map.of(), file);
      assertThat(nth(binder)).isEqualTo(new NthSettings(1, 1, 1));
      assertThat(web(binder)).isEqualTo(web());
      assertThat(http(binder)).isEqualTo(new HttpSettings(Duration.ofSeconds(10)));
    }
    assertThat(server(binder(Map.of(), true))).containsExactly("16KB", "4KB", "60s");
    assertThat(brokers(binder(Map.of(), true))).isEqualTo("localhost:9092");
  }

  @Test
  void everyDocumentedEnvironmentName_binds() throws IOException {
    Binder binder = binder(ENVIRONMENT, true);
    assertThat(nth(binder)).isEqualTo(new NthSettings(6, 3, 2));
    assertThat(web(binder)).isEqualTo(web("https://shop.example", "https://other.example"));
    assertThat(brokers(binder)).isEqualTo("broker:9092");
    assertThat(http(binder)).isEqualTo(new HttpSettings(Duration.ofSeconds(3)));
    assertThat(server(binder)).containsExactly("20KB", "5KB", "6s");
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

  /** {@code NTH_IDENTITY_MODE} has one value so far: that it binds shows where another fails. */
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
          NTH_HTTP_RECEIVE_TIMEOUT | 0s   | nth.http.receive-timeout must be longer than 0s
          NTH_IDENTITY_MODE       | jwt  | nth.identity.mode
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
