package nth.ingress;

import io.github.bucket4j.distributed.AsyncBucketProxy;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Buckets that all instances have together in Redis; while it is away, each has its own. */
final class SharedBuckets implements Buckets {

  private final Allowance allowance;
  private final SharedStore store;
  private final Buckets alone;

  SharedBuckets(Allowance allowance, SharedStore store, Buckets alone) {
    this.allowance = allowance;
    this.store = store;
    this.alone = alone;
  }

  @Override
  public Mono<Level> take(String owner) {
    return ask(
        owner,
        bucket -> bucket.tryConsumeAndReturnRemaining(1).thenApply(Level::of),
        alone.take(owner));
  }

  @Override
  public Mono<Level> look(String owner) {
    return ask(
        owner,
        bucket -> bucket.estimateAbilityToConsume(1).thenApply(Level::of),
        alone.look(owner));
  }

  @Override
  public Mono<Void> charge(String owner) {
    return ask(
        owner,
        bucket -> bucket.consumeIgnoringRateLimits(1).thenAccept(penalty -> {}),
        alone.charge(owner));
  }

  private <T> Mono<T> ask(
      String owner, Function<AsyncBucketProxy, CompletableFuture<T>> question, Mono<T> instead) {
    return Mono.defer(
        () -> {
          SharedLink link = store.link();
          if (link == null) {
            store.fellBack();
            return instead;
          }
          return Mono.fromFuture(() -> question.apply(link.bucket(allowance, owner)), true)
              .timeout(store.patience())
              // Away from the thread that reads from Redis.
              .publishOn(Schedulers.parallel())
              .onErrorResume(
                  fault -> {
                    store.lost(link, fault);
                    store.fellBack();
                    return instead;
                  });
        });
  }
}
