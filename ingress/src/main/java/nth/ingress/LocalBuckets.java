package nth.ingress;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.local.LocalBucketBuilder;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Buckets of this instance alone. Only a full one is forgotten, since it is as good as a new one.
 * While there are too many that are not, everybody new shares one: so neither memory grows with the
 * number of owners, nor can a crowd of them wash out the bucket of one that is empty.
 */
final class LocalBuckets implements Buckets {

  static final int MOST = 100_000;

  private final Allowance allowance;
  private final TimeMeter clock;
  private final Executor housekeeper;
  private final Cache<String, Bucket> buckets;
  private final Bucket overflow;
  private final AtomicBoolean tidying = new AtomicBoolean();

  /**
   * @param housekeeper clears away what is full, so that no request has to wait for it
   */
  LocalBuckets(Allowance allowance, TimeMeter clock, Executor housekeeper) {
    this.allowance = allowance;
    this.clock = clock;
    this.housekeeper = housekeeper;
    this.overflow = full();
    this.buckets =
        Caffeine.newBuilder()
            .expireAfter(Expiry.writing((String owner, Bucket bucket) -> untilFull(bucket)))
            .ticker(clock::currentTimeNanos)
            .executor(housekeeper)
            .build();
  }

  @Override
  public Mono<Level> take(String owner) {
    return Mono.fromCallable(
        () -> ask(owner, bucket -> Level.of(bucket.tryConsumeAndReturnRemaining(1))));
  }

  @Override
  public Mono<Level> look(String owner) {
    return Mono.fromCallable(
        () -> ask(owner, bucket -> Level.of(bucket.estimateAbilityToConsume(1))));
  }

  @Override
  public Mono<Void> charge(String owner) {
    return Mono.fromRunnable(() -> ask(owner, bucket -> bucket.consumeIgnoringRateLimits(1)));
  }

  long size() {
    return buckets.estimatedSize();
  }

  /** In one step with the time at which the bucket may be forgotten. */
  private <T> T ask(String owner, Function<Bucket, T> question) {
    if (size() >= MOST && !buckets.asMap().containsKey(owner)) {
      tidy();
      return question.apply(overflow);
    }
    var answer = new AtomicReference<T>();
    buckets
        .asMap()
        .compute(
            owner,
            (key, known) -> {
              Bucket bucket = known == null ? full() : known;
              answer.set(question.apply(bucket));
              return bucket;
            });
    return answer.get();
  }

  private void tidy() {
    if (tidying.compareAndSet(false, true)) {
      housekeeper.execute(
          () -> {
            buckets.cleanUp();
            tidying.set(false);
          });
    }
  }

  private Duration untilFull(Bucket bucket) {
    return allowance.toRegain(allowance.burst() - bucket.getAvailableTokens());
  }

  private Bucket full() {
    LocalBucketBuilder builder = Bucket.builder().withCustomTimePrecision(clock);
    for (var limit : allowance.configuration().getBandwidths()) {
      builder.addLimit(limit);
    }
    return builder.build();
  }
}
