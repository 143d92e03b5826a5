package nth.sequencer.domain;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.RetirePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
import nth.contract.Origin;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.Result;
import org.jspecify.annotations.Nullable;

/**
 * Closed so long ago that nobody's number is known any more. Total and winners are, and its id is
 * never used again.
 *
 * @param last as it was closed
 * @param retiredAt log time
 * @param retiredBy the command that retired it
 */
public record Retired(Closed last, Instant retiredAt, Position retiredBy) implements Promotion {

  public Retired {
    requireNonNull(last, "last");
    requireNonNull(retiredAt, "retired_at");
    requireNonNull(retiredBy, "position");
  }

  @Override
  public Optional<Result> closingDue(Origin origin) {
    return Optional.empty();
  }

  @Override
  public Result define(DefinePromotion command, Origin origin) {
    return last.define(command, origin);
  }

  @Override
  public List<Result> submit(SubmitEntry command, @Nullable Entrant entrant, Origin origin) {
    // What is remembered goes bit by bit, so whether it is still there must not matter.
    return List.of(Refusals.ofEntry(command, origin, RefusalReason.RETIRED));
  }

  @Override
  public Result close(ClosePromotion command, Origin origin) {
    return last.close(command, origin);
  }

  @Override
  public Result retire(RetirePromotion command, Origin origin) {
    return new Result.PromotionRetired(origin.repeating(retiredBy));
  }

  @Override
  public Promotion afterDefined(DefinePromotion command, Result.PromotionDefined result) {
    return last.afterDefined(command, result);
  }

  @Override
  public Promotion afterNumbered(Result.EntryNumbered result) {
    return last.afterNumbered(result);
  }

  @Override
  public Promotion afterClosed(Result.PromotionClosed result) {
    return last.afterClosed(result);
  }

  @Override
  public Promotion afterRetired(Result.PromotionRetired result) {
    throw new IllegalStateException("retired already");
  }

  /** Of the closing, whichever command the view follows: what was final stays as it was. */
  @Override
  public PromotionView view(EventId eventId, Position position) {
    return last.view(eventId, last.closedBy()).retired(retiredAt, retiredBy);
  }
}
