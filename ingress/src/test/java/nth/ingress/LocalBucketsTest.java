package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("O-39")
class LocalBucketsTest {

  private static final long MEMORY = 150_000_000;

  private final ManualClock clock = new ManualClock();

  private LocalBuckets buckets(int burst, int refill) {
    return new LocalBuckets(new Allowance("test", burst, refill), clock, Runnable::run);
  }

  private static boolean taken(LocalBuckets buckets, String owner) {
    return buckets.take(owner).block().enough();
  }

  private static void exhaust(LocalBuckets buckets, String owner) {
    while (taken(buckets, owner)) {}
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** The second row: while time stands still, so that not one of the buckets can be forgotten. */
  @ParameterizedTest
  @CsvSource({"2000000, 100000", "150000, 0"})
  void twoMillionOwners_growNoMemory_andFreeNobody(int owners, long pauseNanos) {
    Duration pause = Duration.ofNanos(pauseNanos);
    LocalBuckets buckets = buckets(5, 2);
    exhaust(buckets, "mallory");
    long before = used();
    long most = 0;
    Duration sinceMallory = Duration.ZERO;
    for (int i = 0; i < owners; i++) {
      taken(buckets, "owner-" + i);
      most = Math.max(most, buckets.size());
      clock.pass(pause);
      sinceMallory = sinceMallory.plus(pause);
      // Sooner than a token is regained there is none.
      if (i % 1_000 == 0) {
        assertThat(taken(buckets, "mallory"))
            .as("after %d owners", i)
            .isEqualTo(sinceMallory.toMillis() >= 500);
        sinceMallory = sinceMallory.toMillis() >= 500 ? Duration.ZERO : sinceMallory;
      }
    }
    assertThat(most).isLessThanOrEqualTo(LocalBuckets.MOST);
    assertThat(used() - before).as("bytes").isLessThan(MEMORY);
  }

  @Test
  void whileNothingIsFull_newOwnersShareABucket_untilSomethingIs() {
    LocalBuckets buckets = buckets(2, 1);
    for (int i = 0; i < LocalBuckets.MOST; i++) {
      assertThat(taken(buckets, "owner-" + i)).isTrue();
    }
    assertThat(taken(buckets, "late")).isTrue();
    assertThat(taken(buckets, "later")).isTrue();
    assertThat(taken(buckets, "latest")).as("shares with the other two").isFalse();
    assertThat(taken(buckets, "owner-7")).as("has a bucket").isTrue();
    assertThat(taken(buckets, "owner-7")).isFalse();

    clock.pass(Duration.ofSeconds(5));
    exhaust(buckets, "late");

    assertThat(taken(buckets, "later")).as("has one of its own").isTrue();
    assertThat(buckets.size()).isLessThan(10);
  }

  /** Beside buckets that are never forgotten: the same answer to every question. */
  @Test
  void forgetting_changesNoAnswer() {
    long seed = 39;
    Random random = new Random(seed);
    LocalBuckets buckets = buckets(3, 2);
    Map<String, Bucket> kept = new HashMap<>();
    for (int i = 0; i < 50_000; i++) {
      String owner = "owner-" + random.nextInt(20);
      Bucket own = kept.computeIfAbsent(owner, absent -> bucket(3, 2));
      assertThat(buckets.take(owner).block())
          .as("seed %d, step %d", seed, i)
          .isEqualTo(Level.of(own.tryConsumeAndReturnRemaining(1)));
      if (random.nextInt(50) == 0) {
        buckets.charge(owner).block();
        own.consumeIgnoringRateLimits(1);
      }
      clock.pass(Duration.ofNanos(random.nextLong(80_000_000)));
    }
  }

  private Bucket bucket(int burst, int refill) {
    return Bucket.builder()
        .withCustomTimePrecision(clock)
        .addLimit(limit -> limit.capacity(burst).refillGreedy(refill, Duration.ofSeconds(1)))
        .build();
  }
}
