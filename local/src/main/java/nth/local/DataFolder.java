package nth.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalyzedException;

/** The folder where everything is kept; it belongs to one process at a time. */
final class DataFolder implements AutoCloseable {

  private final Path path;
  private final FileChannel lock;

  private DataFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Locks the folder, made if it is missing, until it is closed or the process ends. */
  static DataFolder claim(Path folder) {
    try {
      Path path = Files.createDirectories(folder).toRealPath();
      FileChannel channel =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw takenBySomebodyElse(path);
      }
      return new DataFolder(path, channel);
    } catch (IOException e) {
      throw new FailureAnalyzedException(
          "The data folder " + folder.toAbsolutePath() + " cannot be used: " + e,
          "Set nth.data-dir to a folder that can be written.",
          e);
    }
  }

  Path resolve(String part) {
    return path.resolve(part);
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  private static FailureAnalyzedException takenBySomebodyElse(Path path) {
    return new FailureAnalyzedException(
        "Another nth already runs on the data folder " + path + ".",
        "Stop it, or give this one its own nth.data-dir and its own ports.");
  }
}
