package nth.local;

import java.util.Map;
import java.util.TreeMap;

/**
 * Somebody known to {@link LockedBroker}.
 *
 * @param name with {@code User:} before it, in rules
 */
record Account(String name, String password) {

  static final String MECHANISM = "SCRAM-SHA-256";

  static final Account ADMIN = of("admin");
  static final Account INGRESS = of("nth-ingress");
  static final Account SEQUENCER = of("nth-sequencer");
  static final Account NOTIFIER = of("nth-notifier");
  static final Account PAYER = of("nth-payer");
  static final Account OPERATOR = of("nth-operator");
  static final Account REPAIR = of("nth-repair");

  private static Account of(String name) {
    return new Account(name, "password-of-" + name);
  }

  String jaas() {
    return "org.apache.kafka.common.security.scram.ScramLoginModule required"
        + " username=\"%s\" password=\"%s\";".formatted(name, password);
  }

  /** Of any of Kafka's clients. */
  Map<String, Object> client(String bootstrapServers) {
    Map<String, Object> settings = new TreeMap<>();
    settings.put("bootstrap.servers", bootstrapServers);
    settings.put("security.protocol", "SASL_PLAINTEXT");
    settings.put("sasl.mechanism", MECHANISM);
    settings.put("sasl.jaas.config", jaas());
    return settings;
  }

  /** As README says it to an application. */
  Map<String, String> environment(String bootstrapServers) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
    environment.put("SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT");
    environment.put("SPRING_KAFKA_PROPERTIES_SASL_MECHANISM", MECHANISM);
    environment.put("SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", jaas());
    return environment;
  }
}
