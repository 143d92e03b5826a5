package nth.notifier;

import nth.app.Freshness;
import nth.contract.EventId;
import nth.web.Problem;
import nth.web.ProblemCode;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Says of a promotion that there is none only after everything written before the question has been
 * read: who has just defined one and looks here must find it.
 */
final class Denial {

  private final Freshness freshness;
  private final ResultBoard board;

  Denial(Freshness freshness, ResultBoard board) {
    this.freshness = freshness;
    this.board = board;
  }

  /**
   * @param answer asked again if it denies the promotion and the view was behind
   * @return the answer; 503 {@code unavailable} if it stays open whether there is such a promotion
   */
  <T> Mono<T> surely(EventId eventId, Mono<T> answer) {
    return answer.onErrorResume(
        Denial::deniesPromotion,
        denial ->
            isCurrent(eventId).flatMap(current -> current ? answer : Mono.error(Denial::open)));
  }

  /** Whether everything written before the question has been read here. */
  Mono<Boolean> isCurrent(EventId eventId) {
    return Mono.fromFuture(() -> freshness.isCurrent(board.partitionOf(eventId)), true)
        // It is the thread that reads the log, or the broker's client's, that says so.
        .publishOn(Schedulers.parallel());
  }

  private static boolean deniesPromotion(Throwable fault) {
    return fault instanceof Problem problem && problem.code() == ProblemCode.EVENT_NOT_FOUND;
  }

  private static Problem open() {
    return NotNow.because("The latest results have not been read yet.");
  }
}
