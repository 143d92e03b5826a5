package nth.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What anybody is told about a promotion, the same in HTTP and SSE.
 *
 * @param entries null where it is not told: a hidden count, or an application that does not count
 * @param serverTime the clock of the instance that answers; {@code phase} follows it
 */
public record PromotionState(
    EventId eventId,
    Phase phase,
    Instant opensAt,
    @Nullable Instant closesAt,
    List<Seq> targets,
    boolean closeWhenWon,
    CountMode count,
    @Nullable Long entries,
    List<ShownWinner> winners,
    @Nullable Instant closedAt,
    @Nullable CloseCause cause,
    @Nullable Long totalEntries,
    Instant serverTime) {

  /** As a person sees it; the log decides. */
  public enum Phase {
    SCHEDULED,
    OPEN,
    CLOSED;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param user masked, except for admins
   */
  public record ShownWinner(Seq seq, String user) {}

  public PromotionState {
    requireNonNull(eventId, "event_id");
    targets = List.copyOf(targets);
    winners = List.copyOf(winners);
  }

  /** With masked winners, for everybody. */
  public static PromotionState shownToAll(PromotionView view, @Nullable Long entries, Instant now) {
    return of(view, entries, masked(view.winners()), now);
  }

  /** With the winners' ids, for admins only. */
  public static PromotionState shownToAdmin(
      PromotionView view, @Nullable Long entries, Instant now) {
    return of(view, entries, inFull(view.winners()), now);
  }

  private static PromotionState of(
      PromotionView view, @Nullable Long entries, List<ShownWinner> winners, Instant now) {
    Definition definition = view.definition();
    return new PromotionState(
        view.eventId(),
        phase(view, now),
        view.opensAt(),
        definition.closesAt(),
        definition.targets(),
        definition.closeWhenWon(),
        definition.count(),
        entries,
        winners,
        view.closedAt(),
        view.cause(),
        view.totalEntries(),
        now);
  }

  private static Phase phase(PromotionView view, Instant now) {
    if (view.phase() == PromotionView.Phase.CLOSED) {
      return Phase.CLOSED;
    }
    return now.isBefore(view.opensAt()) ? Phase.SCHEDULED : Phase.OPEN;
  }

  private static List<ShownWinner> masked(List<PlacedWinner> winners) {
    return winners.stream().map(w -> new ShownWinner(w.seq(), w.userId().masked())).toList();
  }

  private static List<ShownWinner> inFull(List<PlacedWinner> winners) {
    return winners.stream().map(w -> new ShownWinner(w.seq(), w.userId().value())).toList();
  }
}
