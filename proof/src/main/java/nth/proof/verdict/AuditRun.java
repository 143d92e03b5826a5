package nth.proof.verdict;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * nth's own audit, run as its users run it.
 *
 * @param exitCode 0 holds, 1 violated, 2 could not read; {@link #UNFINISHED}
 * @param output where it printed to
 */
public record AuditRun(int exitCode, Path output) {

  /** It took longer than the patience and was ended. */
  public static final int UNFINISHED = -1;

  /**
   * @param java the command
   * @param jar of the sequencer
   * @param environment where everything is
   * @param folder keeps {@code audit.json} and {@code audit.log}
   */
  public static AuditRun run(
      Path java, Path jar, Map<String, String> environment, Path folder, Duration patience)
      throws InterruptedException {
    List<String> command =
        List.of(java.toString(), "-Xmx512m", "-jar", jar.toString(), "audit", "--json");
    return run(command, environment, folder, patience);
  }

  static AuditRun run(
      List<String> command, Map<String, String> environment, Path folder, Duration patience)
      throws InterruptedException {
    Path output = folder.resolve("audit.json");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(command))
            .redirectOutput(output.toFile())
            .redirectError(folder.resolve("audit.log").toFile());
    builder.environment().putAll(environment);
    try {
      Files.createDirectories(folder);
      Process process = builder.start();
      try {
        boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        return new AuditRun(ended ? process.exitValue() : UNFINISHED, output);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean holds() {
    return exitCode == 0;
  }
}
