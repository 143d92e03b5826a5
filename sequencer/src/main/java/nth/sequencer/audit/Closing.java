package nth.sequencer.audit;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.EventId;
import nth.contract.PlacedWinner;
import nth.contract.Position;
import nth.contract.PromotionView;

/** The end of a promotion, as {@code nth.promotions} tells it. */
record Closing(
    EventId eventId,
    CloseCause cause,
    Instant closedAt,
    long totalEntries,
    List<PlacedWinner> winners,
    Position position,
    String dedupId) {

  /** Of a view whose phase is closed. */
  static Closing of(PromotionView view) {
    return new Closing(
        view.eventId(),
        requireNonNull(view.cause()),
        requireNonNull(view.closedAt()),
        requireNonNull(view.totalEntries()),
        view.winners(),
        view.position(),
        requireNonNull(view.dedupId()));
  }
}
