package nth.notifier;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import nth.contract.Definition;
import nth.contract.Origin;
import nth.contract.PlacedWinner;
import nth.contract.PromotionView;
import nth.contract.Result;
import org.jspecify.annotations.Nullable;

/**
 * How a promotion stands: the fold of its effects. An effect seen before changes nothing and gives
 * back the same object.
 *
 * @param entries given numbers, shown in public only as {@link PublicCount} allows
 * @param offset in {@code nth.results} of the newest effect that shows in public: it is an id for
 *     all to see, and must not rise with numbers that the count does not show
 */
record Standing(PromotionView view, long entries, long offset) {

  /** A promotion may be defined anew as long as it has given no number. */
  static Standing defined(@Nullable Standing before, Result.PromotionDefined result, long offset) {
    if (before != null && !before.yieldsTo(result.origin())) {
      return before;
    }
    Origin origin = result.origin();
    Definition definition = result.definition();
    PromotionView view =
        PromotionView.defined(
            origin.eventId(), definition, definition.opensAt(), List.of(), origin.position());
    return new Standing(view, 0, offset);
  }

  private boolean yieldsTo(Origin definition) {
    return entries == 0 && !isClosed() && definition.position().offset() > view.position().offset();
  }

  boolean isClosed() {
    return view.phase() == PromotionView.Phase.CLOSED;
  }

  /** Whether nobody's part is known any more. */
  boolean isRetired() {
    return view.isRetired();
  }

  Standing numbered(Result.EntryNumbered result, long offset) {
    long seq = result.seq().value();
    if (seq <= entries || isClosed()) {
      return this;
    }
    Standing now = new Standing(result.winner() ? wonBy(result) : view, seq, offset);
    boolean shows = result.winner() || !Objects.equals(PublicCount.of(now), PublicCount.of(this));
    return shows ? now : new Standing(view, seq, this.offset);
  }

  private PromotionView wonBy(Result.EntryNumbered win) {
    Stream<PlacedWinner> last = Stream.of(new PlacedWinner(win.seq(), win.userId()));
    return PromotionView.defined(
        view.eventId(),
        view.definition(),
        view.opensAt(),
        Stream.concat(view.winners().stream(), last).toList(),
        win.origin().position());
  }

  Standing closed(Result.PromotionClosed result, long offset) {
    if (isClosed()) {
      return this;
    }
    PromotionView closed =
        view.closed(
            result.winners(),
            result.origin().position(),
            result.origin().decidedAt(),
            result.cause(),
            result.totalEntries());
    return new Standing(closed, result.totalEntries(), offset);
  }

  /** Shows nowhere in public, so the offset stays. */
  Standing retired(Result.PromotionRetired result) {
    Origin origin = result.origin();
    return isClosed() && !isRetired()
        ? new Standing(view.retired(origin.decidedAt(), origin.position()), entries, offset)
        : this;
  }
}
