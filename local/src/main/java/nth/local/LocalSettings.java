package nth.local;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code local} needs to know before anything else starts.
 *
 * @param dataDir where broker and database keep everything; for sequencer and notifier, what their
 *     {@code state-dir} is below unless set; for {@code audit}, where its temporary store is made;
 *     not below the system's temporary folder
 */
@ConfigurationProperties("nth")
record LocalSettings(@DefaultValue("./data") Path dataDir, @DefaultValue Local local) {

  /**
   * Ports on 127.0.0.1.
   *
   * @param kafkaPort of the broker, on 127.0.0.1; 0 takes any free one
   * @param postgresPort of the database, on 127.0.0.1; 0 takes any free one
   */
  record Local(@DefaultValue("19092") int kafkaPort, @DefaultValue("15432") int postgresPort) {

    Local {
      requirePort(kafkaPort, "nth.local.kafka-port");
      requirePort(postgresPort, "nth.local.postgres-port");
    }

    private static void requirePort(int port, String setting) {
      if (port < 0 || port > 65_535) {
        throw new IllegalArgumentException(setting + " must be 0 to 65535, not " + port);
      }
    }
  }
}
