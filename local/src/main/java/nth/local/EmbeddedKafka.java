package nth.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;

/** A real Apache Kafka broker, its own controller, in this JVM. */
final class EmbeddedKafka implements AutoCloseable {

  private final KafkaNode node;
  private final String bootstrapServers;

  private EmbeddedKafka(KafkaNode node, String bootstrapServers) {
    this.node = node;
    this.bootstrapServers = bootstrapServers;
  }

  /** Returns when the broker serves its clients; the folder is formatted the first time. */
  static EmbeddedKafka start(Path folder, int port) {
    try {
      formatOnce(folder);
      KafkaConfig config = KafkaConfig.fromProps(settings(folder, port), false);
      KafkaNode node = new KafkaNode(config);
      EmbeddedKafka kafka = new EmbeddedKafka(node, Ports.HOST + ":" + port);
      kafka.startup();
      return kafka;
    } catch (Exception e) {
      throw new IllegalStateException("Kafka does not start in " + folder, e);
    }
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  @Override
  public void close() {
    node.close();
  }

  private void startup() {
    try {
      node.start();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static Properties settings(Path folder, int port) throws IOException {
    Properties settings = new Properties();
    try (InputStream file = EmbeddedKafka.class.getResourceAsStream("broker.properties")) {
      settings.load(Objects.requireNonNull(file));
    }
    // The controller talks to nobody else: its port may be another one at every start.
    String controller = Ports.HOST + ":" + Ports.anyFree();
    String clients = "CLIENTS://" + Ports.HOST + ":" + port;
    settings.put("log.dirs", folder.toString());
    settings.put("listeners", clients + ",CONTROLLER://" + controller);
    settings.put("advertised.listeners", clients);
    settings.put("controller.quorum.voters", "1@" + controller);
    return settings;
  }

  /** Formatting writes {@code meta.properties} last: a folder without it is not in use yet. */
  static void formatOnce(Path folder) throws Exception {
    if (Files.exists(folder.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
      return;
    }
    new Formatter()
        .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
        .setClusterId(Uuid.randomUuid().toString())
        .setNodeId(1)
        .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
        .setControllerListenerName("CONTROLLER")
        .setMetadataLogDirectory(folder.toString())
        .addDirectory(folder.toString())
        .run();
  }
}
