package nth.notifier;

import java.util.Optional;
import nth.contract.Decision;
import nth.contract.Position;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;

/** What a person who asks about their entry is told. */
final class Answers {

  private final ResultBoard board;

  Answers(ResultBoard board) {
    this.board = board;
  }

  /**
   * @param position of the entry asked about, if it is known
   * @throws Problem 404 {@code event_not_found} or {@code not_entered}, 410 {@code retired}
   */
  Decision about(Subject.Person person, @Nullable Position position) {
    return position == null ? latest(person) : at(position, person);
  }

  private Decision latest(Subject.Person person) {
    Optional<Standing> standing = board.standing(person.eventId());
    Part part = board.part(person);
    if (part.number() != null) {
      return part.number();
    }
    if (standing.isEmpty()) {
      throw eventNotFound();
    }
    requireKept(person);
    if (part.refusal() != null) {
      return part.refusal();
    }
    if (standing.get().isClosed()) {
      throw new Problem(
          ProblemCode.NOT_ENTERED, "The promotion is closed and has no entry of this person.");
    }
    return new Decision.Processing(null);
  }

  private Decision at(Position position, Subject.Person person) {
    long decided = board.progress(position.partition()).decided();
    Part part = board.part(person);
    if (part.number() != null) {
      return part.number();
    }
    requireKept(person);
    // A refusal below the position is the answer to an earlier attempt.
    if (part.refusal() != null && part.refusal().position().offset() >= position.offset()) {
      return part.refusal();
    }
    if (decided < position.offset()) {
      return new Decision.Processing(position.offset() - decided - 1);
    }
    throw new Problem(
        ProblemCode.NOT_ENTERED, "There is no entry of this person at this position.");
  }

  /**
   * To be asked when a part without a number has been read: it may have been dropped before that.
   *
   * @throws Problem 410 {@code retired}
   */
  void requireKept(Subject.Person person) {
    if (board.standing(person.eventId()).filter(Standing::isRetired).isPresent()) {
      throw retired();
    }
  }

  static Problem retired() {
    return new Problem(
        ProblemCode.RETIRED, "The promotion is over, and whose number is whose is kept no more.");
  }

  static Problem eventNotFound() {
    return new Problem(ProblemCode.EVENT_NOT_FOUND, "There is no such promotion.");
  }
}
