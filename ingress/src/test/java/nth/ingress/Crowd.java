package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import nth.ingress.Door.Answer;

/** Many requests at once, and how many of them a limit let through. */
record Crowd(List<Answer> answers, Duration lasted) {

  static Crowd of(int size, IntFunction<CompletableFuture<Answer>> request) {
    long start = System.nanoTime();
    var asked = IntStream.range(0, size).mapToObj(request).toList();
    var answers = asked.stream().map(CompletableFuture::join).toList();
    return new Crowd(answers, Duration.ofNanos(System.nanoTime() - start));
  }

  long passed() {
    return answers.stream().filter(answer -> answer.status() != 429).count();
  }

  /** As many as one bucket gives in this time, neither fewer nor more, and none was in error. */
  void passedOneBucketOf(int burst, int refill) {
    passedBuckets(1, burst, refill);
  }

  void passedBuckets(int buckets, int burst, int refill) {
    assertThat(answers).noneMatch(answer -> answer.status() >= 500);
    long regained = refill * (lasted.toSeconds() + 2);
    assertThat(passed()).isBetween((long) buckets * burst, buckets * (burst + regained));
  }
}
