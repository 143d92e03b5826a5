package nth.notifier;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import nth.contract.Decision;
import nth.contract.PromotionState;
import nth.contract.PromotionView;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Puts into words what the board knows. */
final class Teller {

  private final ResultBoard board;
  private final InstantSource clock;
  private final ObjectWriter decisions;
  private final ObjectWriter states;

  Teller(ResultBoard board, InstantSource clock, JsonMapper json) {
    this.board = board;
    this.clock = clock;
    this.decisions = json.writerFor(Decision.class);
    this.states = json.writerFor(PromotionState.class);
  }

  /** Of the promotion, or empty if it is not known here. */
  Optional<PromotionState> state(Subject.Promotion promotion) {
    return board.standing(promotion.eventId()).map(this::state);
  }

  private PromotionState state(Standing standing) {
    return PromotionState.shownToAll(
        standing.view(), PublicCount.of(standing), clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  Optional<Telling> tell(Subject.Promotion promotion) {
    return board.standing(promotion.eventId()).map(this::tell);
  }

  Optional<Telling> tell(Subject.Person person) {
    // The standing is read before the part: see ResultBoard.
    Optional<Standing> standing = board.standing(person.eventId());
    return standing.map(s -> tell(s, board.part(person)));
  }

  private Telling tell(Standing standing) {
    PromotionState state = state(standing);
    String data = states.writeValueAsString(state);
    Content content = new Content(state.phase(), standing.view(), state.entries());
    long id = standing.offset();
    boolean closed = standing.isClosed();
    Telling.Frame frame = new Telling.Frame(closed ? Telling.NO_ID : id, content, data);
    return new Telling(id, frame, closed ? new Telling.Frame(id, content, data) : null, closed);
  }

  private Telling tell(Standing standing, Part part) {
    if (part.number() != null) {
      return new Telling(part.offset(), frame(part.offset(), part.number()), null, true);
    }
    Decision decision = part.refusal() != null ? part.refusal() : new Decision.None();
    if (!standing.isClosed()) {
      return new Telling(part.offset(), frame(part.offset(), decision), null, false);
    }
    long last = Math.max(standing.offset(), part.offset());
    // A client cut off between the two frames must not come back with the final id: it would get
    // 204 and never hear of the closing.
    long id = part.offset() < last ? part.offset() : Telling.NO_ID;
    return new Telling(last, frame(id, decision), closing(standing, last), true);
  }

  private Telling.Frame frame(long id, Decision decision) {
    return new Telling.Frame(id, decision, decisions.writeValueAsString(decision));
  }

  private Telling.Frame closing(Standing standing, long id) {
    PromotionState state = state(standing);
    return new Telling.Frame(id, state, states.writeValueAsString(state));
  }

  /** Everything a state says but the time at which it is said. */
  private record Content(PromotionState.Phase phase, PromotionView view, @Nullable Long entries) {}
}
