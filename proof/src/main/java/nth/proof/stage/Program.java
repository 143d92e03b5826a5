package nth.proof.stage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a part is run.
 *
 * @param folder its own, where it is started
 * @param environment beside what the system gives to every process
 * @param stopSignal that makes it end in good order
 */
record Program(
    List<String> command, Map<String, String> environment, Path folder, String stopSignal) {

  private static final List<String> OURS = List.of("NTH_", "SPRING_", "SERVER_", "FAKETIME");

  Program {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  static Program java(List<String> arguments, Map<String, String> environment, Path folder) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    return new Program(command, environment, folder, "TERM");
  }

  Program with(Map<String, String> more) {
    Map<String, String> both = new TreeMap<>(environment);
    both.putAll(more);
    return new Program(command, both, folder, stopSignal);
  }

  Path output() {
    return folder.resolve("output.log");
  }

  /** Whoever runs the stage has settings of their own, which are not meant for its parts. */
  ProcessBuilder prepare() {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
    builder.environment().keySet().removeIf(name -> OURS.stream().anyMatch(name::startsWith));
    builder.environment().putAll(environment);
    return builder;
  }
}
