package nth.notifier;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import nth.contract.Decision;
import nth.contract.EventId;
import nth.contract.PromotionState;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
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

  /** What can be told now, or empty if the promotion is not known here. */
  Optional<Account> account(EventId eventId) {
    return board.standing(eventId).map(Account::new);
  }

  /**
   * How one promotion stands, for all who listen to it. What is read about persons is read after it
   * (see {@link ResultBoard}), and a closing is worded once for all of them.
   */
  final class Account {

    private Standing standing;
    private @Nullable Words closing;

    private Account(Standing standing) {
      this.standing = standing;
    }

    Telling ofPromotion() {
      PromotionState state = state(standing);
      byte[] data = states.writeValueAsBytes(state);
      Content content = new Content(state.phase(), standing.view(), state.entries());
      long id = standing.offset();
      boolean closed = standing.isClosed();
      return new Telling(
          id,
          new Telling.Frame(closed ? Telling.NO_ID : id, content, data),
          closed ? new Telling.Frame(id, content, data) : null,
          closed,
          state.phase() == PromotionState.Phase.SCHEDULED ? state.opensAt() : null);
    }

    /** Empty if the promotion is retired: a number that was dropped must not be told as none. */
    Optional<Telling> of(Subject.Person person) {
      Part part = board.part(person);
      if (part.number() != null) {
        return Optional.of(lasting(part.offset(), frame(part.offset(), part.number()), null, true));
      }
      Decision decision = part.refusal() != null ? part.refusal() : new Decision.None();
      catchUpWith(part);
      if (!standing.isClosed()) {
        return Optional.of(lasting(part.offset(), frame(part.offset(), decision), null, false));
      }
      if (isRetiredByNow()) {
        return Optional.empty();
      }
      long last = Math.max(standing.offset(), part.offset());
      // A client cut off between the two frames must not come back with the final id: it would get
      // 204 and never hear of the closing.
      long id = part.offset() < last ? part.offset() : Telling.NO_ID;
      return Optional.of(lasting(last, frame(id, decision), closing(last), true));
    }

    /**
     * A part that was refused for the closing is read after it: told of an open promotion, its id
     * would be the final one of a stream that has not heard of the closing.
     */
    private void catchUpWith(Part part) {
      if (part.refusal() != null
          && part.refusal().reason() == RefusalReason.CLOSED
          && !standing.isClosed()) {
        readAnew();
      }
    }

    /** To be asked behind a part without a number: it may have been dropped before that. */
    private boolean isRetiredByNow() {
      if (!standing.isRetired()) {
        readAnew();
      }
      return standing.isRetired();
    }

    private void readAnew() {
      standing = board.standing(standing.view().eventId()).orElse(standing);
    }

    private Telling lasting(
        long order, Telling.Frame frame, Telling.@Nullable Frame closing, boolean ends) {
      return new Telling(order, frame, closing, ends, null);
    }

    private Telling.Frame frame(long id, Decision decision) {
      return new Telling.Frame(id, decision, decisions.writeValueAsBytes(decision));
    }

    private Telling.Frame closing(long id) {
      if (closing == null) {
        PromotionState state = state(standing);
        closing = new Words(state, states.writeValueAsBytes(state));
      }
      return new Telling.Frame(id, closing.state(), closing.data());
    }
  }

  /** Everything a state says but the time at which it is said. */
  private record Content(PromotionState.Phase phase, PromotionView view, @Nullable Long entries) {}

  private record Words(PromotionState state, byte[] data) {}
}
