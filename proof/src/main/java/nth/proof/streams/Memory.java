package nth.proof.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nth.proof.stage.StageException;

/**
 * What a JVM has in memory right after two full collections.
 *
 * @param heapBytes in use in the heap: what is alive
 * @param residentBytes of the whole process as the system counts them: also the part of the heap
 *     that is free and not given back, code, threads, and what Netty and RocksDB have outside
 */
record Memory(long heapBytes, long residentBytes) {

  private static final List<String> ORDERS = List.of("GC.run", "GC.run", "GC.heap_info");
  private static final long LIMIT_SECONDS = 60;
  private static final Pattern HEAP = Pattern.compile("heap\\s+total \\d+K, used (\\d+)K");
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

  /** In pages; of both ends of every connection on this machine. */
  private static final Pattern SOCKETS = Pattern.compile("(?m)^TCP: .* mem (\\d+)$");

  private static final int PAGE_BYTES = 4096;

  static Memory of(long pid) throws InterruptedException {
    try {
      String told = jcmd(pid);
      Path status = Path.of("/proc", Long.toString(pid), "status");
      return new Memory(
          1024 * number(HEAP, told), 1024 * number(RESIDENT, Files.readString(status)));
    } catch (IOException e) {
      throw new StageException("The memory of process " + pid + " cannot be read: " + e, e);
    }
  }

  /** What the kernel holds for connections, not for any process; 0 where it does not say. */
  static long ofSockets() {
    try {
      Matcher found = SOCKETS.matcher(Files.readString(Path.of("/proc/net/sockstat")));
      return found.find() ? PAGE_BYTES * Long.parseLong(found.group(1)) : 0;
    } catch (IOException notHere) {
      return 0;
    }
  }

  /** Of each of so many streams that made the difference. */
  Memory beyond(Memory idle, int streams) {
    return new Memory(
        (heapBytes - idle.heapBytes) / streams, (residentBytes - idle.residentBytes) / streams);
  }

  static long number(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new StageException("No " + pattern + " in: " + text);
    }
    return Long.parseLong(found.group(1));
  }

  /** All orders in one run: it is a JVM of its own. */
  private static String jcmd(long pid) throws IOException, InterruptedException {
    Path orders = Files.createTempFile("proof", ".jcmd");
    try {
      Files.write(orders, ORDERS);
      Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
      Process process =
          new ProcessBuilder(jcmd.toString(), Long.toString(pid), "-f", orders.toString())
              .redirectErrorStream(true)
              .start();
      String told = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      return told;
    } finally {
      Files.delete(orders);
    }
  }
}
