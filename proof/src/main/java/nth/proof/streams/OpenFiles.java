package nth.proof.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files, sockets among them, one process may have open. */
public final class OpenFiles {

  /** A JVM raises its own limit to the hard one. */
  private static final Pattern HARD = Pattern.compile("(?m)^Max open files\\s+\\S+\\s+(\\d+)");

  /** Jars, logs, the broker's connections. */
  private static final int BESIDE_STREAMS = 500;

  /** What is in the way of so many streams, in one sentence. */
  public static Optional<String> lackFor(int streams) {
    try {
      return lackFor(streams, Files.readString(Path.of("/proc/self/limits")));
    } catch (IOException e) {
      return Optional.of("This needs Linux: /proc/self/limits cannot be read.");
    }
  }

  static Optional<String> lackFor(int streams, String limits) {
    Matcher found = HARD.matcher(limits); // None: unlimited.
    long most = found.find() ? Long.parseLong(found.group(1)) : Long.MAX_VALUE;
    long needed = (long) streams + BESIDE_STREAMS;
    return needed <= most
        ? Optional.empty()
        : Optional.of(
            "%d streams need %d open files and a process may have %d here: raise it (ulimit -n)."
                .formatted(streams, needed, most));
  }

  private OpenFiles() {}
}
