package nth.proof.stage;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.proof.Proof;
import org.apache.kafka.common.Uuid;

/** Three nodes, each a run of this very program with another command. */
final class Brokers {

  private static final String LAUNCHER = "org.springframework.boot.loader.launch.JarLauncher";

  private final StageOptions options;
  private final Wiring wiring;
  private final String clusterId = Uuid.randomUuid().toString();

  Brokers(StageOptions options, Wiring wiring) {
    this.options = options;
    this.wiring = wiring;
  }

  Program program(int node, Path folder) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-Xmx384m", "-XX:+UseSerialGC"));
    if (!options.compileFully()) {
      arguments.add("-XX:TieredStopAtLevel=1");
    }
    arguments.addAll(List.of("-cp", classPath(), mainClass()));
    Path settings = wiring.brokerSettings(node, folder);
    arguments.addAll(List.of("broker", "--cluster-id", clusterId, settings.toString()));
    return Program.java(arguments, Map.of(), folder);
  }

  /** Absolute: a broker is started in a folder of its own. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String mainClass() {
    boolean plain = Proof.class.getClassLoader() == ClassLoader.getSystemClassLoader();
    return plain ? Proof.class.getName() : LAUNCHER;
  }
}
