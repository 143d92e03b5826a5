package nth.app;

import java.time.Duration;
import java.util.stream.LongStream;

/** How latencies are counted in every application, so that they can be compared and added up. */
public final class Latency {

  private static final Duration[] BUCKETS =
      LongStream.of(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private Latency() {}

  /** Upper bounds. What is slower than the last one counts beyond. */
  public static Duration[] buckets() {
    return BUCKETS.clone();
  }
}
