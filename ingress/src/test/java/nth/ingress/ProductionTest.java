package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nth.app.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What the profile {@code production} refuses; ingress has all of its rules. */
class ProductionTest {

  private static final String LONG = "0123456789abcdef0123456789abcdef";
  private static final String ISSUER = "spring.security.oauth2.resourceserver.jwt.";

  private static final Map<String, String> SOUND =
      Map.of(
          "nth.admin.token", LONG,
          "nth.identity.trusted-proxies", "10.0.0.0/8",
          "nth.replication-factor", "3",
          "spring.kafka.security.protocol", "SASL_SSL",
          "server.port", "8081",
          "management.server.port", "9081",
          "management.endpoints.web.exposure.include", "health,prometheus");

  private static final Map<String, String> TOKENS =
      Map.of(
          "nth.identity.mode",
          "jwt",
          ISSUER + "issuer-uri",
          "https://issuer.example",
          ISSUER + "audiences",
          "nth",
          "nth.identity.trusted-proxies",
          "",
          "nth.admin.token",
          "");

  /** By the beginnings of their sentences. */
  private static List<String> refusals(String profile, List<Map<String, String>> settings) {
    Map<String, Object> all = new HashMap<>();
    settings.forEach(all::putAll);
    var environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", all));
    environment.setActiveProfiles(profile);
    ConfigurationPropertySources.attach(environment);
    return SpringFactoriesLoader.loadFactories(Requirement.class, null).stream()
        .flatMap(requirement -> requirement.refusals(environment).stream())
        .map(sentence -> sentence.split("[ ,]")[0])
        .sorted()
        .toList();
  }

  @Test
  void whatIsSound_starts() {
    assertThat(refusals("production", List.of(SOUND))).isEmpty();
    assertThat(refusals("production", List.of(SOUND, TOKENS))).isEmpty();
  }

  @Test
  void onALaptop_nothingIsAsked() {
    assertThat(refusals("default", List.of())).isEmpty();
  }

  @Test
  void everythingThatIsWrong_isSaidAtOnce() {
    assertThat(refusals("production", List.of()))
        .containsExactly(
            "management.server.port",
            "nth.admin.token",
            "nth.identity.trusted-proxies",
            "nth.replication-factor",
            "spring.kafka.security.protocol");
  }

  /** Each on top of what is sound; several settings have " // " between them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nth.admin.token=                                       | nth.admin.token
          nth.admin.token=short                                  | nth.admin.token
          nth.admin.token=0123456789abcdef0123456789abcde        | nth.admin.token
          nth.identity.trusted-proxies=                          | nth.identity.trusted-proxies
          nth.identity.trusted-proxies=0.0.0.0/0                 | nth.identity.trusted-proxies
          nth.identity.trusted-proxies=10.0.0.0/8,::/0           | nth.identity.trusted-proxies
          nth.identity.trusted-proxies=192.0.2.1                 | -
          nth.retention.closed=23h                               | nth.retention.closed
          nth.retention.closed=1d                                | -
          nth.retention.closed=                                  | -
          nth.replication-factor=1                               | nth.replication-factor
          nth.replication-factor=2                               | -
          spring.kafka.security.protocol=                        | spring.kafka.security.protocol
          spring.kafka.security.protocol=PLAINTEXT               | spring.kafka.security.protocol
          spring.kafka.security.protocol=SASL_PLAINTEXT          | spring.kafka.security.protocol
          spring.kafka.security.protocol=SSL                     | -
          spring.kafka.producer.security.protocol=PLAINTEXT      | spring.kafka.security.protocol
          spring.kafka.consumer.security.protocol=PLAINTEXT      | spring.kafka.security.protocol
          spring.kafka.admin.security.protocol=PLAINTEXT         | spring.kafka.security.protocol
          spring.kafka.streams.security.protocol=PLAINTEXT       | spring.kafka.security.protocol
          spring.kafka.properties[security.protocol]=PLAINTEXT   | spring.kafka.security.protocol
          spring.kafka.security.protocol=PLAINTEXT // nth.production.allow-plaintext-kafka=true | -
          management.server.port=8081                            | management.server.port
          management.server.port=-1                              | -
          management.endpoints.web.exposure.include=*            | management.endpoints.web.exposure.include
          management.endpoints.web.exposure.include=health,env   | management.endpoints.web.exposure.include
          management.endpoints.web.exposure.include=health       | -
          """)
  void eachOfThem_isRefused(String settings, String refused) {
    assertThat(refusals("production", List.of(SOUND, read(settings)))).isEqualTo(expected(refused));
  }

  /** The same with tokens in place of a gateway; in part outside production as well. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          production | issuer-uri=                    | spring.security.oauth2.resourceserver.jwt.issuer-uri
          production | audiences=                     | spring.security.oauth2.resourceserver.jwt.audiences
          production | issuer-uri= // audiences=      | spring.security.oauth2.resourceserver.jwt.issuer-uri // spring.security.oauth2.resourceserver.jwt.audiences
          production | issuer-uri= // jwk-set-uri=https://keys.example | -
          production | issuer-uri= // public-key-location=file:key.pem | -
          default    | issuer-uri=                    | spring.security.oauth2.resourceserver.jwt.issuer-uri
          default    | audiences=                     | spring.security.oauth2.resourceserver.jwt.audiences
          """)
  void tokens_areRefusedWithoutIssuerOrAudience(String profile, String settings, String refused) {
    Map<String, String> changed = new HashMap<>();
    read(settings).forEach((name, value) -> changed.put(ISSUER + name, value));
    assertThat(refusals(profile, List.of(SOUND, TOKENS, changed)))
        .containsExactlyInAnyOrderElementsOf(expected(refused));
  }

  @Test
  void withTokens_anAdminHasARole_orALongToken() {
    assertThat(refusals("production", List.of(SOUND, TOKENS, Map.of("nth.admin.role", ""))))
        .containsExactly("nth.admin.token");
    assertThat(refusals("production", List.of(SOUND, TOKENS, Map.of("nth.admin.token", "short"))))
        .containsExactly("nth.admin.token");
  }

  private static Map<String, String> read(String settings) {
    Map<String, String> read = new HashMap<>();
    for (String setting : settings.split(" // ")) {
      int equals = setting.indexOf('=');
      read.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return read;
  }

  private static List<String> expected(String refused) {
    return refused.equals("-") ? List.of() : new ArrayList<>(List.of(refused.split(" // ")));
  }
}
