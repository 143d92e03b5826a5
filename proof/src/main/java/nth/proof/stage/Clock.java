package nth.proof.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The clock of one process, which libfaketime reads from a file: it can be stepped while it runs.
 */
public final class Clock {

  private static final List<Path> PLACES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"));

  private final Path file;

  Clock(Path folder) {
    this.file = folder.resolve("clock");
  }

  /** Whether this machine has the library. */
  public static boolean canBeStepped() {
    return library().isPresent();
  }

  /** Within a second the process believes that it is so much later than it is. */
  public void step(Duration ahead) {
    Path next = file.resolveSibling("clock.next");
    try {
      Files.writeString(next, "%+d\n".formatted(ahead.toSeconds()));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JVM measures time-outs by the monotonic clock; if that steps, everything hangs. */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        library().orElseThrow().toString(),
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        // A correction for an old library; with it every timed wait of a JVM returns at once.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0");
  }

  private static Optional<Path> library() {
    return PLACES.stream().filter(Files::exists).findFirst();
  }
}
