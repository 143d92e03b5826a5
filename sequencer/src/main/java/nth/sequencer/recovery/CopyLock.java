package nth.sequencer.recovery;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import nth.sequencer.operator.CannotGoOn;

/** One run at a time in a folder; the system lets go of it when the process ends, however. */
final class CopyLock implements AutoCloseable {

  private final FileChannel file;

  private CopyLock(FileChannel file) {
    this.file = file;
  }

  /**
   * @throws CannotGoOn if another run has it
   */
  static CopyLock in(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileChannel file =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isTaken(file)) {
      file.close();
      throw new CannotGoOn(
          "Another copy to %s is running: nothing was copied by this one.".formatted(folder));
    }
    return new CopyLock(file);
  }

  private static boolean isTaken(FileChannel file) throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // By this very process.
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
