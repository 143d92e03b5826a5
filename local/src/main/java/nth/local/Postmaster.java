package nth.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The Postgres process of one folder, which outlives a JVM that was killed. */
final class Postmaster {

  private static final long STOP_SECONDS = 20;

  private final Path folder;
  private final Path pidFile;

  /**
   * @param folder the real path below which this Postgres has its binaries
   */
  Postmaster(Path folder, Path data) {
    this.folder = folder;
    this.pidFile = data.resolve("postmaster.pid");
  }

  /** Stops a Postgres left behind here; a process that only inherited its number is let alone. */
  void stopOrphan() throws IOException {
    Optional<ProcessHandle> process = process();
    if (process.isEmpty()) {
      return;
    }
    Optional<Boolean> ours = process.get().info().command().map(this::isBelowFolder);
    if (ours.isEmpty()) {
      return; // Nobody knows; Postgres itself will look at the number.
    }
    if (ours.get()) {
      stopFast(process.get());
    } else {
      Files.deleteIfExists(pidFile);
    }
  }

  private Optional<ProcessHandle> process() throws IOException {
    if (Files.notExists(pidFile)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(pidFile);
    return lines.isEmpty()
        ? Optional.empty()
        : ProcessHandle.of(Long.parseLong(lines.get(0).strip()));
  }

  private boolean isBelowFolder(String command) {
    return Path.of(command).startsWith(folder);
  }

  /** SIGINT is Postgres' "fast shutdown": clients are sent away, nothing is lost. */
  private static void stopFast(ProcessHandle process) throws IOException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
    try {
      process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException("The Postgres left behind as process " + process.pid() + " stays", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while Postgres stops", e);
    }
  }
}
