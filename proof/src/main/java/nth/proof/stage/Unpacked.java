package nth.proof.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One of our jars, taken apart as its container image does it, beside an archive of the classes it
 * loads: a process that is killed every few seconds must not spend them all on getting up.
 */
final class Unpacked {

  private static final long LIMIT_SECONDS = 180;
  // Leads nowhere: the dry run ends before it would look for a broker.
  private static final String NOBODY = Ports.address(1);
  private static final Map<String, String> DRY_RUN =
      Map.of(
          "SPRING_KAFKA_BOOTSTRAP_SERVERS",
          NOBODY,
          "SPRING_DATASOURCE_URL",
          "jdbc:postgresql://" + NOBODY + "/nobody",
          "SERVER_PORT",
          "0",
          "NTH_ADMIN_TOKEN",
          Applications.ADMIN_TOKEN);

  private final Path jar;
  private final Path archive;

  private Unpacked(Path folder, String name) {
    this.jar = folder.resolve(name);
    this.archive = folder.resolve("classes.jsa");
  }

  /**
   * @param folder where to, emptied first
   * @param options of the JVM; an archive serves only one that has the same
   */
  static Unpacked from(Path jar, Path folder, List<String> options)
      throws IOException, InterruptedException {
    Unpacked unpacked = extract(jar, folder);
    unpacked.run(folder, join(options, unpacked.dryRun()));
    if (Files.notExists(unpacked.archive)) {
      throw new StageException("No archive of its classes came of a dry run of " + jar);
    }
    return unpacked;
  }

  /** Without such an archive, as the image is; returns the jar that is run. */
  static Path plain(Path jar, Path folder) throws IOException, InterruptedException {
    return extract(jar, folder).jar;
  }

  private static Unpacked extract(Path jar, Path folder) throws IOException, InterruptedException {
    Folders.delete(folder);
    Files.createDirectories(folder);
    Unpacked unpacked = new Unpacked(folder, jar.getFileName().toString());
    List<String> extract = List.of("-Djarmode=tools", "-jar", jar.toString(), "extract");
    unpacked.run(folder, join(extract, List.of("--force", "--destination", folder.toString())));
    return unpacked;
  }

  private List<String> dryRun() {
    return List.of(
        "-Dspring.context.exit=onRefresh",
        "-XX:ArchiveClassesAtExit=" + archive,
        "-jar",
        jar.toString());
  }

  /** What java is called with, behind its options. */
  List<String> arguments() {
    return List.of("-XX:SharedArchiveFile=" + archive, "-jar", jar.toString());
  }

  private void run(Path folder, List<String> arguments) throws IOException, InterruptedException {
    Program program = Program.java(arguments, DRY_RUN, folder);
    Process process = program.prepare().start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new StageException(jar + " cannot be unpacked, see " + program.output());
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> join(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
