package nth.proof.memory;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What one application has in memory at a moment.
 *
 * @param anonymousBytes that no file stands behind, so that only the end of the process frees them
 * @param heapBytes committed for the heap
 * @param heapUsedBytes of it, garbage included
 * @param nonHeapBytes committed for classes and compiled code
 * @param directBytes of buffers that the JVM counts
 */
record Sample(
    long anonymousBytes, long heapBytes, long heapUsedBytes, long nonHeapBytes, long directBytes) {

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(LIMIT).build();

  /** As the JVM counts; what the kernel counts comes from elsewhere. */
  static Sample of(URI application, long anonymousBytes) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(application.resolve("/actuator/prometheus")).timeout(LIMIT).build();
    List<String> lines = HTTP.send(request, BodyHandlers.ofString()).body().lines().toList();
    return new Sample(
        anonymousBytes,
        sum(lines, "jvm_memory_committed_bytes{area=\"heap\""),
        sum(lines, "jvm_memory_used_bytes{area=\"heap\""),
        sum(lines, "jvm_memory_committed_bytes{area=\"nonheap\""),
        sum(lines, "jvm_buffer_memory_used_bytes{id=\"direct\""));
  }

  /** What RocksDB, Netty's own pools, threads and the collector have. */
  long otherBytes() {
    return Math.max(0, anonymousBytes - heapBytes - nonHeapBytes - directBytes);
  }

  private static long sum(List<String> lines, String begin) {
    return lines.stream()
        .filter(line -> line.startsWith(begin))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Of the whole process, also where no cgroup counts: pages of files are in it. */
  static long peakResidentBytes(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException gone) {
      return 0;
    }
  }

  static long residentAnonymousBytes(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith("RssAnon:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException gone) {
      return 0;
    }
  }
}
