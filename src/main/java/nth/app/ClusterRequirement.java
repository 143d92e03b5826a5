package nth.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.core.env.Environment;

/** In production: what is accepted outlives a broker, and nobody on the way reads or writes it. */
final class ClusterRequirement implements Requirement {

  private static final Set<String> ENCRYPTED = Set.of("SSL", "SASL_SSL");

  @Override
  public List<String> refusals(Environment environment) {
    List<String> refusals = new ArrayList<>();
    if (Requirement.inProduction(environment)) {
      Binder binder = Binder.get(environment);
      if (binder.bindOrCreate("nth", NthSettings.class).replicationFactor() == 1) {
        refusals.add("nth.replication-factor must not be 1: that copy is lost with its broker");
      }
      ProductionSettings settings = binder.bindOrCreate("nth.production", ProductionSettings.class);
      if (!settings.allowPlaintextKafka() && !isEncrypted(binder)) {
        refusals.add(
            "spring.kafka.security.protocol must be SSL or SASL_SSL for every client, or"
                + " nth.production.allow-plaintext-kafka true");
      }
    }
    return refusals;
  }

  private static boolean isEncrypted(Binder binder) {
    KafkaProperties kafka = binder.bindOrCreate("spring.kafka", KafkaProperties.class);
    return Stream.of(
            kafka.buildProducerProperties(),
            kafka.buildConsumerProperties(),
            kafka.buildAdminProperties(),
            kafka.buildStreamsProperties())
        .map(ClusterRequirement::protocol)
        .allMatch(ENCRYPTED::contains);
  }

  private static String protocol(Map<String, Object> client) {
    return String.valueOf(
        client.getOrDefault(
            CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
            CommonClientConfigs.DEFAULT_SECURITY_PROTOCOL));
  }
}
