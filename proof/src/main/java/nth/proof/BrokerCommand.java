package nth.proof;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Callable;
import kafka.Kafka;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Kafka as its own start script runs it, and {@code kafka-storage format} before the first time.
 */
@Command(name = "broker", hidden = true, description = "One Kafka node of the stage.")
final class BrokerCommand implements Callable<Integer> {

  @Option(names = "--cluster-id", required = true)
  private String clusterId = "";

  @Parameters(index = "0")
  private Path settings = Path.of("");

  @Override
  public Integer call() throws Exception {
    formatOnce(Utils.loadProps(settings.toString()));
    Kafka.main(new String[] {settings.toString()});
    return 0;
  }

  /** Formatting writes {@code meta.properties} last: a folder without it is not in use yet. */
  private void formatOnce(Properties node) throws Exception {
    Path folder = Path.of(node.getProperty("log.dirs"));
    if (Files.exists(folder.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
      return;
    }
    new Formatter()
        .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
        .setClusterId(clusterId)
        .setNodeId(Integer.parseInt(node.getProperty("node.id")))
        .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
        .setControllerListenerName(node.getProperty("controller.listener.names"))
        .setMetadataLogDirectory(folder.toString())
        .addDirectory(folder.toString())
        .run();
  }
}
