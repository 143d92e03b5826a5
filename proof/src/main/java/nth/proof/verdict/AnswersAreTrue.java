package nth.proof.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.Refused;
import nth.contract.guarantees.Guarantee;
import nth.proof.crowd.Answer;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Code;

/**
 * K3: a decision that was answered is the one in the log; and a refusal without the log's word was
 * certain.
 */
final class AnswersAreTrue implements Check {

  @Override
  public String id() {
    return "K3";
  }

  @Override
  public List<String> violations(Page page) {
    List<String> found = new ArrayList<>();
    long firstNumberAt =
        page.people().attempts().stream()
            .filter(attempt -> attempt.answer().code() == Code.DECIDED)
            .mapToLong(Attempt::answeredAt)
            .min()
            .orElse(Long.MAX_VALUE);
    Known known = new Known(firstNumberAt, lastNumberSentAt(page));
    for (Attempt attempt : page.people().attempts()) {
      check(page, attempt, known).forEach(found::add);
    }
    return found;
  }

  /**
   * What the answers tell about the order of things, on the crowd's own timeline.
   *
   * @param firstNumberAt when the first number was told
   * @param lastNumberSentAt when the last of the entries was sent that got a new number
   */
  private record Known(long firstNumberAt, long lastNumberSentAt) {}

  private static long lastNumberSentAt(Page page) {
    return page.people().attempts().stream()
        .filter(attempt -> attempt.answer().code().isAccepted())
        .filter(attempt -> isOriginal(page, attempt))
        .mapToLong(Attempt::sentAt)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private static boolean isOriginal(Page page, Attempt attempt) {
    Position position = attempt.answer().position();
    return page.number(attempt.userId())
        .filter(number -> number.result().origin().position().equals(position))
        .isPresent();
  }

  private static Stream<String> check(Page page, Attempt attempt, Known known) {
    Answer answer = attempt.answer();
    return switch (answer.code()) {
      case DECIDED -> decided(page, attempt);
      case CLOSED, RETIRED, NOT_STARTED, EVENT_NOT_FOUND ->
          answer.position() != null
              ? refused(page, attempt, answer.position())
              : early(page, attempt, known);
      case UNEXPECTED ->
          Stream.of(
              "%s in %s was answered %d"
                  .formatted(attempt.userId(), page.event(), answer.status()));
      case QUEUED, RATE_LIMITED, UNAVAILABLE, OUTCOME_UNKNOWN -> Stream.empty();
      case TIME_OUT, NO_CONNECTION, CONNECTION_LOST, FAILED -> Stream.empty();
      // The crowd had waited on a whole system then.
      case GAVE_UP ->
          Stream.of("%s in %s never got a final answer".formatted(attempt.userId(), page.event()));
    };
  }

  private static Stream<String> decided(Page page, Attempt attempt) {
    Answer answer = attempt.answer();
    List<Object> told =
        List.of(
            attempt.userId(),
            String.valueOf(answer.requestId()),
            String.valueOf(answer.position()),
            answer.decidedAtMs(),
            answer.seq(),
            answer.winner(),
            answer.already());
    Object decided =
        answer.position() == null
            ? "nothing"
            : page.answer(answer.position().offset()).map(AnswersAreTrue::asTold).orElse("nothing");
    return Guarantee.differs("an answer in " + page.event(), decided, told);
  }

  private static Object asTold(Result result) {
    if (!(result instanceof EntryNumbered number)) {
      return "a refusal";
    }
    return List.<Object>of(
        number.userId().value(),
        number.origin().requestId().value(),
        number.origin().position().toString(),
        number.origin().decidedAt().toEpochMilli(),
        number.seq().value(),
        number.winner(),
        number.already());
  }

  private static Stream<String> refused(Page page, Attempt attempt, Position position) {
    Object told =
        List.of(
            attempt.userId(),
            String.valueOf(attempt.answer().requestId()),
            position.toString(),
            attempt.answer().code().name());
    Object decided =
        page.answer(position.offset())
            .filter(Refused.class::isInstance)
            .map(Refused.class::cast)
            .<Object>map(
                refused ->
                    List.of(
                        String.valueOf(refused.userId()),
                        refused.origin().requestId().value(),
                        refused.origin().position().toString(),
                        refused.reason().name()))
            .orElse("nothing");
    return Guarantee.differs("a refusal in " + page.event(), decided, told);
  }

  private static Stream<String> early(Page page, Attempt attempt, Known known) {
    boolean sure =
        switch (attempt.answer().code()) {
          case CLOSED ->
              page.closing().isPresent() && attempt.answeredAt() >= known.lastNumberSentAt();
          case RETIRED -> page.isRetired();
          case NOT_STARTED -> attempt.sentAt() < known.firstNumberAt();
          default -> isUnknown(page, attempt);
        };
    return sure
        ? Stream.empty()
        : Stream.of(
            "%s was told too early that %s is %s"
                .formatted(attempt.userId(), page.event(), attempt.answer().code()));
  }

  private static boolean isUnknown(Page page, Attempt attempt) {
    long definedAt = page.people().opened().definedAt();
    return definedAt < 0 || attempt.sentAt() < definedAt;
  }
}
