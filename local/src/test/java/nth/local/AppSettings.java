package nth.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.io.FileSystemResource;

/** What the files of one application set, production included. */
final class AppSettings {

  private static final String BOOT_PHASE = "30s";

  private final Path resources;
  private final Properties properties;

  AppSettings(String module) {
    resources = Path.of("..", module, "src", "main", "resources");
    var yaml = new YamlPropertiesFactoryBean();
    // The second document is production's.
    yaml.setResources(new FileSystemResource(resources.resolve("application.yml")));
    properties = yaml.getObject();
  }

  int serverPort() {
    return Integer.parseInt(properties.getProperty("server.port"));
  }

  int managementPort() {
    return Integer.parseInt(properties.getProperty("management.server.port"));
  }

  /** How long one phase of a stop may take. */
  Duration shutdownPhase() {
    return DurationStyle.detectAndParse(
        properties.getProperty("spring.lifecycle.timeout-per-shutdown-phase", BOOT_PHASE));
  }

  /** Its files and the shared one as they are, with what they say of each name. */
  String documents() {
    Path shared = Path.of("..", "src", "main", "resources");
    Path local = Path.of("src", "main", "resources");
    return Stream.of(resources, shared, local)
        .flatMap(folder -> files(folder).stream())
        .map(Manifests::text)
        .collect(Collectors.joining());
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".yml")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
