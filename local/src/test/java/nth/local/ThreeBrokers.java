package nth.local;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.apache.kafka.server.common.MetadataVersion;

/** The three brokers of the compose file in this JVM, each a controller too. */
final class ThreeBrokers implements AutoCloseable {

  static final List<String> SERVICES = List.of("kafka", "kafka-2", "kafka-3");

  private static final String PREFIX = "KAFKA_";

  /** Who they are and where they listen is of this machine. */
  private static final Set<String> OF_THE_MACHINE =
      Set.of(
          "advertised.listeners",
          "controller.listener.names",
          "controller.quorum.voters",
          "heap.opts",
          "inter.broker.listener.name",
          "listener.security.protocol.map",
          "listeners",
          "log.dirs",
          "node.id",
          "process.roles");

  private final KafkaClusterTestKit cluster;

  ThreeBrokers(ComposeFile compose) {
    try {
      var builder =
          new KafkaClusterTestKit.Builder(
              new TestKitNodes.Builder()
                  .setBootstrapMetadataVersion(MetadataVersion.latestProduction())
                  .setCombined(true)
                  .setNumControllerNodes(SERVICES.size())
                  .setNumBrokerNodes(SERVICES.size())
                  .build());
      settings(compose, SERVICES.get(0)).entrySet().stream()
          .filter(setting -> !OF_THE_MACHINE.contains(setting.getKey()))
          .forEach(setting -> builder.setConfigProp(setting.getKey(), setting.getValue()));
      cluster = builder.build();
      cluster.format();
      cluster.startup();
      cluster.waitForReadyBrokers();
    } catch (Exception e) {
      throw new IllegalStateException("the brokers did not start", e);
    }
  }

  /** What the image makes of a broker's environment, in Kafka's own names. */
  static Map<String, String> settings(ComposeFile compose, String service) {
    Map<String, String> settings = new TreeMap<>();
    compose
        .environment(service)
        .forEach(
            (name, value) -> {
              if (name.startsWith(PREFIX)) {
                String key = name.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
                settings.put(key.replace('_', '.'), value);
              }
            });
    return settings;
  }

  String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  /** Takes one away, orderly. */
  void stopOne() {
    var broker = cluster.brokers().values().iterator().next();
    broker.shutdown();
    broker.awaitShutdown();
  }

  @Override
  public void close() {
    try {
      cluster.close();
    } catch (Exception e) {
      throw new IllegalStateException("the brokers did not stop", e);
    }
  }
}
