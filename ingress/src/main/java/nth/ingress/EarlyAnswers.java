package nth.ingress;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import nth.app.Freshness;
import nth.contract.EventId;
import nth.contract.Partitions;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.web.Problem;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Refuses what the log would certainly refuse, without troubling it. In doubt there is no early
 * answer: the log decides.
 */
final class EarlyAnswers {

  private static final Set<RefusalReason> FINAL =
      EnumSet.of(RefusalReason.CLOSED, RefusalReason.RETIRED);

  private final Promotions promotions;
  private final Current current;
  private final BrokerTime brokerTime;
  private final Duration tolerance;
  private final int partitions;
  private final int mostAsking;
  private final AtomicInteger asking = new AtomicInteger();

  /** Whether the view of a partition holds everything, as {@link Freshness} finds out. */
  interface Current {
    CompletableFuture<Boolean> is(int partition);
  }

  /**
   * @param mostAsking requests that may wait for the broker at the same time; one more is turned
   *     away
   */
  EarlyAnswers(
      Promotions promotions,
      Current current,
      BrokerTime brokerTime,
      Duration tolerance,
      int partitions,
      int mostAsking) {
    this.promotions = promotions;
    this.current = current;
    this.brokerTime = brokerTime;
    this.tolerance = tolerance;
    this.partitions = partitions;
    this.mostAsking = mostAsking;
  }

  /**
   * @param mayHaveNumber whether the log could answer a closed promotion's entrant with a number
   * @return empty: ask the log; fails with a {@link Problem} 503 if too many ask already
   */
  Mono<RefusalReason> refusal(EventId eventId, boolean mayHaveNumber) {
    Optional<RefusalReason> first = judge(eventId, mayHaveNumber);
    if (first.isEmpty() || FINAL.contains(first.get())) {
      return Mono.justOrEmpty(first);
    }
    // Anything else may have changed since the view last heard.
    return Mono.fromFuture(() -> isCurrent(Partitions.of(eventId, partitions)), true)
        // Away from the thread that reads.
        .publishOn(Schedulers.parallel())
        .filter(is -> is)
        .flatMap(is -> Mono.justOrEmpty(judge(eventId, mayHaveNumber)));
  }

  /** Counted until the answer is there, also for those who no longer wait for it. */
  private CompletableFuture<Boolean> isCurrent(int partition) {
    if (asking.incrementAndGet() > mostAsking) {
      asking.decrementAndGet();
      throw Dispatch.unavailable();
    }
    return current.is(partition).whenComplete((is, fault) -> asking.decrementAndGet());
  }

  private Optional<RefusalReason> judge(EventId eventId, boolean mayHaveNumber) {
    return judge(promotions.find(eventId), brokerTime.atMost(), tolerance, mayHaveNumber);
  }

  /**
   * The rule.
   *
   * @param latest broker time at most; empty if unknown
   */
  static Optional<RefusalReason> judge(
      Optional<PromotionView> view,
      Optional<Instant> latest,
      Duration tolerance,
      boolean mayHaveNumber) {
    if (view.isEmpty()) {
      return Optional.of(RefusalReason.EVENT_NOT_FOUND);
    }
    PromotionView promotion = view.get();
    if (promotion.isRetired()) {
      return Optional.of(RefusalReason.RETIRED);
    }
    return switch (promotion.phase()) {
      case CLOSED -> mayHaveNumber ? Optional.empty() : Optional.of(RefusalReason.CLOSED);
      case DEFINED ->
          latest
              .filter(now -> now.plus(tolerance).isBefore(promotion.opensAt()))
              .map(now -> RefusalReason.NOT_STARTED);
    };
  }
}
