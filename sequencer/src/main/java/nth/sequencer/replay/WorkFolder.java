package nth.sequencer.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import nth.sequencer.operator.CannotGoOn;

/** A folder of this run only, deleted at its end, after Ctrl-C too. */
final class WorkFolder implements AutoCloseable {

  private final Path folder;
  private final Thread hook;

  private WorkFolder(Path folder) {
    this.folder = folder;
    this.hook = new Thread(this::delete, "audit-work-folder");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * @throws CannotGoOn if there can be none
   */
  static WorkFolder below(Path parent) {
    try {
      return new WorkFolder(Files.createTempDirectory(Files.createDirectories(parent), "audit-"));
    } catch (IOException e) {
      throw new CannotGoOn(
          "No folder can be made below %s: name another with --work-dir (%s)."
              .formatted(parent.toAbsolutePath(), e),
          e);
    }
  }

  Path path() {
    return folder;
  }

  /** Not locked against a store that still writes: then its last file is left to the next look. */
  private void delete() {
    try {
      for (int look = 0; look < 2 && Files.exists(folder); look++) {
        deleteOnce();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " was not deleted", e);
    }
  }

  private void deleteOnce() throws IOException {
    List<Path> paths;
    try (Stream<Path> all = Files.walk(folder)) {
      paths = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }

  @Override
  public void close() {
    delete();
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
