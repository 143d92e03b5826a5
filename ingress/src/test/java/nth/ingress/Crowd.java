package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Many requests at once, and how many of them a limit let through. */
record Crowd(List<Integer> statuses, Duration lasted) {

  static Crowd of(int size, IntFunction<CompletableFuture<Integer>> request) {
    long start = System.nanoTime();
    var asked = IntStream.range(0, size).mapToObj(request).toList();
    var statuses = asked.stream().map(CompletableFuture::join).toList();
    return new Crowd(statuses, Duration.ofNanos(System.nanoTime() - start));
  }

  /** As many as one bucket gives in this time, neither fewer nor more; none was in error. */
  void passedOneBucketOf(int burst, int refill) {
    passedBuckets(1, burst, refill);
  }

  void passedBuckets(int buckets, int burst, int refill) {
    assertThat(statuses).allMatch(status -> status < 500);
    long regained = refill * (lasted.toSeconds() + 2);
    long passed = statuses.stream().filter(status -> status != 429).count();
    assertThat(passed).isBetween((long) buckets * burst, buckets * (burst + regained));
  }
}
