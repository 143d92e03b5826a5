package nth.proof.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nth.proof.stage.StageException;

/**
 * What a JVM has in memory right after two full collections, and when what the compilers and others
 * have freed outside the heap was given back to the system.
 *
 * @param heapBytes in use in the heap: what is alive
 * @param residentBytes of the whole process as the system counts them: beside those, the free part
 *     of the heap (kept small, see {@code Studio}), code, threads, and what Netty and RocksDB have
 *     outside; what the kernel holds for a connection is in neither
 */
record Memory(long heapBytes, long residentBytes) {

  private static final List<String> ORDERS =
      List.of("Compiler.queue", "GC.run", "GC.run", "System.trim_native_heap", "GC.heap_info");
  private static final Pattern QUIET =
      Pattern.compile(
          "Current compiles:\\s+C1 compile queue:\\s+Empty\\s+C2 compile queue:\\s+Empty");
  private static final long LIMIT_SECONDS = 60;
  private static final int PAUSE_MS = 250;
  private static final int HIGHER_LOOKS = 2;
  private static final Pattern HEAP = Pattern.compile("heap\\s+total .*, used (\\d+)K");
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

  /**
   * While nothing is compiled, if that is to be had: a compiler at work takes a hundred megabytes
   * for some seconds, which are nothing of the streams'.
   *
   * @param looks at most so many until then
   */
  static Memory of(long pid, int looks) throws InterruptedException {
    String told = jcmd(pid);
    for (int i = 1; i < looks && !QUIET.matcher(told).find(); i++) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      told = jcmd(pid);
    }
    return new Memory(1024 * number(HEAP, told), settledResidentBytes(pid));
  }

  /** G1 gives back what it has freed a little later, piece by piece. */
  private static long settledResidentBytes(long pid) throws InterruptedException {
    long least = residentBytes(pid);
    int higher = 0;
    while (higher < HIGHER_LOOKS) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      long now = residentBytes(pid);
      higher = now < least ? 0 : higher + 1;
      least = Math.min(now, least);
    }
    return least;
  }

  private static long residentBytes(long pid) {
    try {
      return 1024 * number(RESIDENT, Files.readString(Path.of("/proc/" + pid + "/status")));
    } catch (IOException e) {
      throw new StageException("The memory of process " + pid + " cannot be read: " + e, e);
    }
  }

  /** Of the two, which overlap: a stream costs no less than either. */
  long greaterBytes() {
    return Math.max(heapBytes, residentBytes);
  }

  /** Of each of so many streams that made the difference. */
  Memory beyond(Memory idle, int streams) {
    return new Memory(
        (heapBytes - idle.heapBytes) / streams, (residentBytes - idle.residentBytes) / streams);
  }

  private static long number(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new StageException("No " + pattern + " in: " + text);
    }
    return Long.parseLong(found.group(1));
  }

  /** All orders in one run: it is a JVM of its own. */
  private static String jcmd(long pid) throws InterruptedException {
    try {
      Path folder = Files.createTempDirectory("proof");
      Path orders = Files.write(folder.resolve("orders"), ORDERS);
      Path told = folder.resolve("told");
      try {
        run(pid, orders, told);
        return Files.readString(told);
      } finally {
        Files.deleteIfExists(told);
        Files.delete(orders);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new StageException("jcmd, which comes with a JDK, cannot be run: " + e, e);
    }
  }

  private static void run(long pid, Path orders, Path told)
      throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(
                jcmd.toString(),
                "-J-XX:TieredStopAtLevel=1",
                Long.toString(pid),
                "-f",
                orders.toString())
            .redirectErrorStream(true)
            .redirectOutput(told.toFile())
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
