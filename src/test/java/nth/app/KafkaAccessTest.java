package nth.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class KafkaAccessTest {

  private static final String LOGIN =
      "org.apache.kafka.common.security.scram.ScramLoginModule required"
          + " username=\"nth-ingress\" password=\"secret\";";

  private static final SslBundle BUNDLE = SslBundle.of(SslStoreBundle.NONE);
  private static final SslBundle OTHER = SslBundle.of(SslStoreBundle.NONE);

  private static KafkaAccess access(Map<String, Object> environment) {
    var sources = new StandardEnvironment();
    sources
        .getPropertySources()
        .addFirst(new SystemEnvironmentPropertySource("given-systemEnvironment", environment));
    ConfigurationPropertySources.attach(sources);
    var bundles = new DefaultSslBundleRegistry("kafka", BUNDLE);
    bundles.registerBundle("other", OTHER);
    var kafka = Binder.get(sources).bindOrCreate("spring.kafka", KafkaProperties.class);
    return new KafkaAccess(kafka, bundles);
  }

  private static Collection<Map<String, Object>> everyClient(KafkaAccess access) {
    return List.of(access.admin(), access.consumer(), access.producer(), access.streams());
  }

  @Test
  void environmentNamesOfTheReadme_reachEveryClient_asKafkaNamesThem() {
    var access =
        access(
            Map.of(
                "SPRING_KAFKA_BOOTSTRAP_SERVERS", "one:9093,two:9093",
                "SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                "SPRING_KAFKA_PROPERTIES_SASL_MECHANISM", "SCRAM-SHA-256",
                "SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", LOGIN,
                "SPRING_KAFKA_SSL_TRUST_STORE_LOCATION", "file:/etc/nth/broker.p12",
                "SPRING_KAFKA_SSL_TRUST_STORE_PASSWORD", "changeit"));

    assertThat(access.servers()).isEqualTo("one:9093,two:9093");
    assertThat(everyClient(access))
        .allSatisfy(
            settings ->
                assertThat(settings)
                    .containsEntry("bootstrap.servers", List.of("one:9093", "two:9093"))
                    .containsEntry("security.protocol", "SASL_SSL")
                    .containsEntry("sasl.mechanism", "SCRAM-SHA-256")
                    .containsEntry("sasl.jaas.config", LOGIN)
                    .containsEntry("ssl.truststore.location", "/etc/nth/broker.p12")
                    .containsEntry("ssl.truststore.password", "changeit"));
  }

  @Test
  void bundle_reachesEveryClient_inAFormThatKafkaTakes() {
    var access =
        access(Map.of("SPRING_KAFKA_SECURITY_PROTOCOL", "SSL", "SPRING_KAFKA_SSL_BUNDLE", "kafka"));

    assertThat(everyClient(access))
        .allSatisfy(
            settings -> {
              assertThat(settings).containsEntry(SslBundle.class.getName(), BUNDLE);
              assertThat(settings)
                  .containsEntry("ssl.engine.factory.class", SslBundleSslEngineFactory.class);
              assertThat(new AdminClientConfig(settings).getClass("ssl.engine.factory.class"))
                  .isEqualTo(SslBundleSslEngineFactory.class);
            });
  }

  @Test
  void bundleOfOneKindOfClient_winsOverTheCommonOne() {
    var access =
        access(
            Map.of(
                "SPRING_KAFKA_SSL_BUNDLE", "kafka", "SPRING_KAFKA_CONSUMER_SSL_BUNDLE", "other"));

    assertThat(access.consumer()).containsEntry(SslBundle.class.getName(), OTHER);
    assertThat(access.producer()).containsEntry(SslBundle.class.getName(), BUNDLE);
  }

  @Test
  void noBundle_orAnEmptyName_isNone() {
    for (var environment :
        List.of(Map.<String, Object>of(), Map.<String, Object>of("SPRING_KAFKA_SSL_BUNDLE", ""))) {
      assertThat(everyClient(access(environment)))
          .allSatisfy(
              settings -> assertThat(settings).doesNotContainKey(SslBundle.class.getName()));
    }
  }
}
