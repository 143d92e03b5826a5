package nth.local;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;

/**
 * The three brokers of a compose file in this JVM: with its settings, at addresses of this machine.
 */
final class ThreeBrokers implements AutoCloseable {

  static final List<String> SERVICES = List.of("kafka", "kafka-2", "kafka-3");

  private static final String PREFIX = "KAFKA_";

  private final List<KafkaNode> nodes = new ArrayList<>();
  private final List<String> clients = addresses();
  private final List<String> controllers = addresses();

  ThreeBrokers(ComposeFile compose, Path folder) {
    try {
      for (int i = 0; i < SERVICES.size(); i++) {
        nodes.add(node(compose, i, folder.resolve(SERVICES.get(i))));
      }
      // Each waits for a second one to elect a controller with.
      CompletableFuture.allOf(
              nodes.stream()
                  .map(
                      node -> CompletableFuture.runAsync(node::start, work -> thread(work).start()))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    } catch (Exception e) {
      close();
      throw new IllegalStateException("the brokers did not start", e);
    }
  }

  private static Thread thread(Runnable work) {
    return new Thread(work, "broker");
  }

  private static List<String> addresses() {
    return SERVICES.stream().map(service -> Ports.HOST + ":" + LocalProcess.freePort()).toList();
  }

  private KafkaNode node(ComposeFile compose, int index, Path data) throws Exception {
    String service = SERVICES.get(index);
    Properties settings = new Properties();
    settings.putAll(settings(compose, service));
    settings.remove("heap.opts"); // Of the JVM.
    String listener = "CLIENTS://" + clients.get(index);
    settings.put("log.dirs", data.toString());
    settings.put("listeners", listener + ",CONTROLLER://" + controllers.get(index));
    settings.put("advertised.listeners", listener);
    settings.put("controller.quorum.voters", voters());
    format(data, compose.environment(service).get("CLUSTER_ID"), settings);
    return new KafkaNode(KafkaConfig.fromProps(settings, false));
  }

  private String voters() {
    return IntStream.range(0, SERVICES.size())
        .mapToObj(i -> (i + 1) + "@" + controllers.get(i))
        .collect(Collectors.joining(","));
  }

  private static void format(Path data, String cluster, Properties settings) throws Exception {
    Files.createDirectories(data);
    new Formatter()
        .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
        .setClusterId(cluster)
        .setNodeId(Integer.parseInt(settings.getProperty("node.id")))
        .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
        .setControllerListenerName(settings.getProperty("controller.listener.names"))
        .setMetadataLogDirectory(data.toString())
        .addDirectory(data.toString())
        .run();
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
    return String.join(",", clients);
  }

  @Override
  public void close() {
    nodes.stream()
        .map(node -> CompletableFuture.runAsync(node::close, work -> thread(work).start()))
        .toList()
        .forEach(CompletableFuture::join);
  }
}
