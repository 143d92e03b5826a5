package nth.proof.stage;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.proof.Proof;

/** The program that runs here, as a part with another command. */
final class ThisProgram {

  private static final String LAUNCHER = "org.springframework.boot.loader.launch.JarLauncher";

  static Program with(List<String> jvmOptions, List<String> command, Path folder) {
    List<String> arguments = new ArrayList<>(jvmOptions);
    arguments.addAll(List.of("-cp", classPath(), mainClass()));
    arguments.addAll(command);
    return Program.java(arguments, Map.of(), folder);
  }

  /** Absolute: a part is started in a folder of its own. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String mainClass() {
    boolean plain = Proof.class.getClassLoader() == ClassLoader.getSystemClassLoader();
    return plain ? Proof.class.getName() : LAUNCHER;
  }

  private ThisProgram() {}
}
