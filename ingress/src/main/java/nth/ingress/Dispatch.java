package nth.ingress;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import nth.app.TopicWatch;
import nth.contract.Command;
import nth.contract.Position;
import nth.contract.Result;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Sends a command into the log and, for those who ask for it, waits for its result. */
final class Dispatch {

  private static final int SPREAD_SECONDS = 5;

  private final TopicWatch topics;
  private final Entries entries;
  private final Decisions decisions;
  private final Readers readers;
  private final DispatchMeters meters;
  private final @Nullable TracedSending traced;

  /**
   * @param traced null where tracing is off
   */
  Dispatch(
      TopicWatch topics,
      Entries entries,
      Decisions decisions,
      Readers readers,
      DispatchMeters meters,
      @Nullable TracedSending traced) {
    this.topics = topics;
    this.entries = entries;
    this.decisions = decisions;
    this.readers = readers;
    this.meters = meters;
    this.traced = traced;
  }

  /**
   * What became of a command.
   *
   * @param result empty: in the log, not decided within the wait
   * @param waited whether its result was waited for, with or without success
   */
  record Answer(Position position, Optional<Result> result, boolean waited) {}

  /** Answers when the command is in the log. Fails with a {@link Problem}. */
  Mono<Answer> send(Command command) {
    return append(command)
        .map(appended -> new Answer(appended.position(), Optional.empty(), false));
  }

  /**
   * Answers when the command is decided, or else when the wait, counted from now, is over and the
   * command is in the log. Where no wait is possible it answers as {@link #send(Command)} does.
   */
  Mono<Answer> send(Command command, Duration wait) {
    return Mono.defer(() -> sendNow(command, wait));
  }

  private Mono<Answer> sendNow(Command command, Duration wait) {
    Optional<Decisions.Awaited> waiting =
        readers.resultsInPlace() ? decisions.await(command) : Optional.empty();
    if (waiting.isEmpty()) {
      return send(command);
    }
    Decisions.Awaited awaited = waiting.get();
    long beginNanos = System.nanoTime();
    long endNanos = beginNanos + wait.toNanos();
    return append(command)
        .doOnNext(appended -> awaited.acknowledged(appended.position()))
        .flatMap(
            appended ->
                Mono.fromFuture(awaited.result())
                    .publishOn(Schedulers.parallel())
                    .timeout(untilNanos(endNanos), Mono.empty())
                    .map(Optional::of)
                    .defaultIfEmpty(Optional.empty())
                    .doOnNext(result -> meters.waited(beginNanos, result.isPresent()))
                    .map(result -> new Answer(appended.position(), result, true)))
        .doFinally(end -> awaited.close());
  }

  /** Whether a result can be waited for. */
  boolean canWait() {
    return readers.resultsInPlace();
  }

  private static Duration untilNanos(long endNanos) {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  private Mono<Entries.Appended> append(Command command) {
    if (!topics.sound()) {
      return Mono.error(unavailable());
    }
    long beginNanos = System.nanoTime();
    // A client that goes away does not take its command back. A fault is a value until somebody
    // hears it: one that nobody waits for any more is no error of ours.
    return handedOver(command)
        .flatMap(told -> told)
        .doOnNext(appended -> meters.appended(beginNanos))
        .onErrorMap(Entries.Unavailable.class, fault -> unavailable())
        .onErrorMap(Entries.OutcomeUnknown.class, fault -> outcomeUnknown())
        .publishOn(Schedulers.parallel());
  }

  private Mono<Mono<Entries.Appended>> handedOver(Command command) {
    if (traced == null) {
      return Mono.fromFuture(() -> entries.append(command).handle(Dispatch::told), true);
    }
    return Mono.deferContextual(
        request ->
            Mono.fromFuture(() -> traced.append(command, request).handle(Dispatch::told), true));
  }

  private static Mono<Entries.Appended> told(
      Entries.@Nullable Appended appended, @Nullable Throwable fault) {
    return fault == null ? Mono.justOrEmpty(appended) : Mono.error(fault);
  }

  static Problem unavailable() {
    return new Problem(ProblemCode.UNAVAILABLE, "Nothing was entered. Try again.")
        .retryAfter(spread());
  }

  static Problem outcomeUnknown() {
    return new Problem(
            ProblemCode.OUTCOME_UNKNOWN,
            "It may have been entered. Repeat it with the same Idempotency-Key: it counts once.")
        .retryAfter(spread());
  }

  /** Those who were turned away together do not come back together. */
  private static Duration spread() {
    return Duration.ofSeconds(ThreadLocalRandom.current().nextInt(1, SPREAD_SECONDS + 1));
  }
}
