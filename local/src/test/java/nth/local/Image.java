package nth.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.Json;
import nth.contract.fixtures.JavaProcess;

/** What the Dockerfile makes of an application, without an engine. */
final class Image {

  private static final Path DOCKERFILE = ComposeFile.ROOT.resolve("Dockerfile");
  private static final Pattern LAYER = Pattern.compile("^COPY --from=layers /build/(\\S+) \\./$");
  private static final Path JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toAbsolutePath();

  private final Path folder;

  /**
   * @param folder where the layers come to lie, one over the other
   */
  Image(String app, Path folder) {
    this.folder = folder;
    try {
      Path build = Files.createDirectories(folder.resolveSibling(folder.getFileName() + "-build"));
      Files.copy(
          ComposeFile.ROOT.resolve(Path.of(app, "target", app + "-exec.jar")),
          build.resolve("app.jar"));
      run(build, line("RUN java").split(" "));
      Files.createDirectories(folder);
      for (String layer : layers()) {
        move(build.resolve(layer));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The ENTRYPOINT, word for word. */
  static List<String> entryPoint() {
    return Json.strict()
        .readerForListOf(String.class)
        .readValue(line("ENTRYPOINT").replaceFirst("ENTRYPOINT ", ""));
  }

  /**
   * Starts it as an engine would.
   *
   * @param memory of the container, as compose writes it
   */
  JavaProcess start(Map<String, String> environment, String memory, Path output) {
    List<String> command = new ArrayList<>(entryPoint());
    command.set(0, JAVA.toString());
    Map<String, String> all = new TreeMap<>(environment);
    // Tests start many: less compiling makes each start shorter.
    all.put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:MaxRAM=" + memory);
    return JavaProcess.start(command, folder, all, output);
  }

  private static List<String> layers() {
    return lines().map(LAYER::matcher).filter(Matcher::matches).map(m -> m.group(1)).toList();
  }

  private static String line(String beginning) {
    return lines().filter(line -> line.startsWith(beginning)).findFirst().orElseThrow();
  }

  private static Stream<String> lines() {
    try {
      return Files.readAllLines(DOCKERFILE).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(Path where, String... words) throws IOException {
    List<String> command = Stream.of(words).skip(1).collect(Collectors.toList());
    command.set(0, JAVA.toString());
    Process process =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectOutput(where.resolve("extract.log").toFile())
            .start();
    if (process.onExit().join().exitValue() != 0) {
      throw new AssertionError(Files.readString(where.resolve("extract.log")));
    }
  }

  private void move(Path layer) throws IOException {
    if (Files.notExists(layer)) {
      return; // An engine copies an empty layer.
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(layer)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path target = folder.resolve(layer.relativize(file));
      Files.createDirectories(target.getParent());
      Files.move(file, target);
    }
  }
}
