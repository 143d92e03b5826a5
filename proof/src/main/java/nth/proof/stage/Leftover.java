package nth.proof.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The process that an earlier harness, killed before it could clean up, has left in a folder. */
final class Leftover {

  private static final String FILE = "pid";

  static void note(Path folder, ProcessHandle process) throws IOException {
    Files.write(folder.resolve(FILE), List.of(Long.toString(process.pid()), startOf(process)));
  }

  /** A process that only has inherited the number was started at another time. */
  static void end(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (Files.notExists(file)) {
      return;
    }
    List<String> noted = Files.readAllLines(file);
    Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(noted.get(0)));
    process.filter(p -> startOf(p).equals(noted.get(1))).ifPresent(Leftover::kill);
    Files.delete(file);
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Object::toString).orElse("unknown");
  }

  private Leftover() {}
}
