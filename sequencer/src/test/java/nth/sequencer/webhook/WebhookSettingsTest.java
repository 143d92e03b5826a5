package nth.sequencer.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nth.app.PatientContainers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

class WebhookSettingsTest {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String URL = "https://shop.example/hooks/nth?tenant=7";

  @Test
  void nobodyIsTold_byDefault() throws Exception {
    assertThat(bind(environment(Map.of())))
        .isEqualTo(
            new WebhookSettings(
                null,
                List.of(),
                null,
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                Duration.ofDays(3),
                false));
    assertThat(refusals(Map.of())).isEmpty();
  }

  @Test
  void withoutAnAddress_nothingIsThere() {
    new ApplicationContextRunner()
        .withUserConfiguration(WebhookConfiguration.class)
        .withPropertyValues("nth.webhook.url=", "nth.webhook.secrets=" + SECRET)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(WebhookAlarm.class)
                    .doesNotHaveBean(WebhookSettings.class));
  }

  @Test
  void documentedEnvironmentNames_areBound() throws Exception {
    Map<String, Object> variables = new TreeMap<>();
    variables.put("NTH_WEBHOOK_URL", "http://shop.example/nth");
    variables.put("NTH_WEBHOOK_SECRETS", SECRET + "," + SECRET);
    variables.put("NTH_WEBHOOK_SINCE", "2027-03-28T10:00:00Z");
    variables.put("NTH_WEBHOOK_TIME_OUT", "3s");
    variables.put("NTH_WEBHOOK_FIRST_PAUSE", "1s");
    variables.put("NTH_WEBHOOK_LONGEST_PAUSE", "10m");
    variables.put("NTH_WEBHOOK_GIVE_UP_AFTER", "1d");
    variables.put("NTH_WEBHOOK_ALLOW_PLAINTEXT", "true");

    assertThat(bind(environment(variables)))
        .isEqualTo(
            new WebhookSettings(
                "http://shop.example/nth",
                List.of(SECRET, SECRET),
                Instant.parse("2027-03-28T10:00:00Z"),
                Duration.ofSeconds(3),
                Duration.ofSeconds(1),
                Duration.ofMinutes(10),
                Duration.ofDays(1),
                true));
  }

  /** Under another name everybody would be told of everything again. */
  @Test
  void groupIsFrozen_andReadsCommittedRecordsFromTheBeginning() {
    var consumer =
        new ConsumerConfig(
            PatientContainers.settings(
                WebhookConfiguration.GROUP, Map.of("bootstrap.servers", "localhost:1")));

    assertThat(consumer.getString("group.id")).isEqualTo("nth-webhooks");
    assertThat(consumer.getString("isolation.level")).isEqualTo("read_committed");
    assertThat(consumer.getString("auto.offset.reset")).isEqualTo("earliest");
  }

  @ParameterizedTest
  @CsvSource({
    "NTH_WEBHOOK_URL, shop.example, nth.webhook.url must be https://host/path",
    "NTH_WEBHOOK_URL, ftp://shop.example, nth.webhook.url must be https://host/path",
    "NTH_WEBHOOK_URL, http://shop.example, nth.webhook.url must be https: ",
    "NTH_WEBHOOK_URL, http://127.0.0.1.shop.example, nth.webhook.url must be https: ",
    "NTH_WEBHOOK_URL, '\"https://shop.example/hunter2\"', nth.webhook.url must be https://host/path",
    "NTH_WEBHOOK_URL, https://shop.example/100%/hunter2, nth.webhook.url must be https://host/path",
    "NTH_WEBHOOK_URL, https://shop.example/${no-hunter2}, nth.webhook.url must be https://host/path",
    "NTH_WEBHOOK_URL, https://user:pw@shop.example, nth.webhook.url must name no user",
    "NTH_WEBHOOK_SECRETS, '', nth.webhook.secrets must name one at least",
    "NTH_WEBHOOK_SECRETS, whsec_hunter2, nth.webhook.secrets must each be",
    "NTH_WEBHOOK_SINCE, yesterday, nth.webhook.since cannot be read: ",
    "NTH_WEBHOOK_TIME_OUT, 61s, nth.webhook.time-out must be 100ms to 1m",
    "NTH_WEBHOOK_TIME_OUT, soon, nth.webhook.time-out cannot be read: ",
    "NTH_WEBHOOK_FIRST_PAUSE, 0s, nth.webhook.first-pause must be 100ms or more",
    "NTH_WEBHOOK_LONGEST_PAUSE, 1s, nth.webhook.longest-pause must not be below",
    "NTH_WEBHOOK_GIVE_UP_AFTER, 1m, nth.webhook.give-up-after must not be below"
  })
  void whatCannotWork_isRefusedWithOneLine(String name, String value, String line)
      throws Exception {
    Map<String, Object> variables = asked();
    variables.put(name, value);

    assertThat(refusals(variables))
        .singleElement()
        .asString()
        .startsWith(line)
        .doesNotContain("hunter2")
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://shop.example/a%2Fb?key=c%20d%25",
        "https://shop.example/?key=c+d==",
        "https://shop.example"
      })
  void anAddress_isKeptAsItIsGiven(String url) throws Exception {
    Map<String, Object> variables = asked();
    variables.put("NTH_WEBHOOK_URL", url);

    assertThat(bind(environment(variables)).url()).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8090/nth",
        "http://127.0.0.1:8090",
        "http://[::1]:8090/nth",
        "https://shop.example"
      })
  void tlsOrThisMachine_willDo(String url) throws Exception {
    Map<String, Object> variables = asked();
    variables.put("NTH_WEBHOOK_URL", url);

    assertThat(refusals(variables)).isEmpty();
  }

  @Test
  void whoPrintsThem_seesNoSecret() throws Exception {
    assertThat(bind(environment(asked())).toString())
        .doesNotContain("whsec_", "tenant")
        .contains("shop.example");
  }

  private static Map<String, Object> asked() {
    return new TreeMap<>(Map.of("NTH_WEBHOOK_URL", URL, "NTH_WEBHOOK_SECRETS", SECRET));
  }

  private static List<String> refusals(Map<String, Object> variables) throws Exception {
    return new WebhookRequirement().refusals(environment(variables));
  }

  private static WebhookSettings bind(StandardEnvironment environment) {
    return Binder.get(environment).bindOrCreate("nth.webhook", WebhookSettings.class);
  }

  /** With the file that is shipped. */
  private static StandardEnvironment environment(Map<String, Object> variables) throws Exception {
    var environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    new YamlPropertySourceLoader()
        .load("sequencer", new ClassPathResource("nth-sequencer.yml"))
        .forEach(environment.getPropertySources()::addLast);
    ConfigurationPropertySources.attach(environment);
    return environment;
  }
}
