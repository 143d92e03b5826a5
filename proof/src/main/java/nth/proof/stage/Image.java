package nth.proof.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import nth.contract.Json;

/**
 * How a container of our image runs: what the last stage of the Dockerfile says.
 *
 * @param entrypoint in exec form: java, its options, and the jar
 */
record Image(Map<String, String> environment, List<String> entrypoint) {

  private static final String FROM = "FROM ";
  private static final String ENV = "ENV ";
  private static final String ENTRYPOINT = "ENTRYPOINT ";
  private static final String JAR = "app.jar";

  /**
   * @param folder of the Dockerfile
   */
  static Image in(Path folder) throws IOException {
    Map<String, String> environment = new TreeMap<>();
    List<String> entrypoint = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("Dockerfile"))) {
      if (line.startsWith(FROM)) {
        environment.clear();
      } else if (line.startsWith(ENV)) {
        Stream.of(line.substring(ENV.length()).split("\\s+"))
            .map(setting -> setting.split("=", 2))
            .forEach(setting -> environment.put(setting[0], setting[1]));
      } else if (line.startsWith(ENTRYPOINT)) {
        Json.strict()
            .readTree(line.substring(ENTRYPOINT.length()))
            .forEach(part -> entrypoint.add(part.asString()));
      }
    }
    return new Image(environment, entrypoint);
  }

  /** The same with a JDK and a jar of this machine, and further options of the JVM. */
  List<String> command(Path java, List<String> options, Path jar) {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(options);
    entrypoint.stream()
        .skip(1)
        .map(part -> part.equals(JAR) ? jar.toString() : part)
        .forEach(command::add);
    return command;
  }
}
