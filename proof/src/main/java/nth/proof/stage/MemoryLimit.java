package nth.proof.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A memory limit of the kernel for one process, as a container has it: a cgroup below the one that
 * this process is in.
 */
public final class MemoryLimit implements AutoCloseable {

  private final Path group;
  private final boolean second;

  private MemoryLimit(Path group, boolean second) {
    this.group = group;
    this.second = second;
  }

  /** Empty where this process may not make one. */
  static Optional<MemoryLimit> of(long bytes, String name) {
    try {
      Optional<MemoryLimit> limit = below(name);
      if (limit.isPresent()) {
        limit.get().create(bytes);
      }
      return limit;
    } catch (IOException notAllowed) {
      return Optional.empty();
    }
  }

  private static Optional<MemoryLimit> below(String name) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
      String[] parts = line.split(":", 3);
      boolean first = Arrays.asList(parts[1].split(",")).contains("memory");
      boolean second = parts[1].isEmpty();
      if (first || second) {
        Optional<Path> own =
            mounts(second).map(mount -> mount.resolve(parts[2].substring(1))).findFirst();
        if (own.filter(folder -> first || hasMemory(folder)).isPresent()) {
          return own.map(folder -> new MemoryLimit(folder.resolve(name), second));
        }
      }
    }
    return Optional.empty();
  }

  private static Stream<Path> mounts(boolean second) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
        .map(line -> line.split(" "))
        .filter(
            mount ->
                second
                    ? mount[2].equals("cgroup2")
                    : mount[2].equals("cgroup")
                        && Arrays.asList(mount[3].split(",")).contains("memory"))
        .map(mount -> Path.of(mount[1]));
  }

  /** Of the second kind: whether groups below may have limits. */
  private static boolean hasMemory(Path folder) {
    try {
      return Files.readString(folder.resolve("cgroup.subtree_control")).contains("memory");
    } catch (IOException e) {
      return false;
    }
  }

  private void create(long bytes) throws IOException {
    Files.createDirectories(group);
    Files.writeString(
        group.resolve(second ? "memory.max" : "memory.limit_in_bytes"), Long.toString(bytes));
  }

  /** A command that runs the given one under the limit, in the same process. */
  List<String> around(List<String> command) {
    String enter = "echo $$ > '" + group.resolve("cgroup.procs") + "' && exec \"$@\"";
    return Stream.concat(Stream.of("sh", "-c", enter, "sh"), command.stream()).toList();
  }

  /** What is held that no file stands behind: the kernel cannot take it back. */
  public long anonymousBytes() {
    return number("memory.stat", second ? "anon " : "total_rss ");
  }

  /** How many processes the kernel has killed for it. */
  public long kills() {
    return number(second ? "memory.events" : "memory.oom_control", "oom_kill ");
  }

  private long number(String file, String name) {
    try {
      return Files.readAllLines(group.resolve(file)).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
          .sum();
    } catch (IOException e) {
      throw new StageException(group + " cannot be read: " + e, e);
    }
  }

  /** For which the process must have ended. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(group);
    } catch (IOException e) {
      throw new StageException(group + " cannot be removed: " + e, e);
    }
  }
}
