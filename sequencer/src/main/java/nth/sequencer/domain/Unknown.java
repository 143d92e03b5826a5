package nth.sequencer.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.RetirePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Origin;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.Result;
import org.jspecify.annotations.Nullable;

/** Nobody has defined this promotion yet. */
public record Unknown() implements Promotion {

  @Override
  public Optional<Result> closingDue(Origin origin) {
    return Optional.empty();
  }

  @Override
  public Result define(DefinePromotion command, Origin origin) {
    return definition(command, origin);
  }

  /**
   * Defines it, or refuses times that cannot be: it must close later than it opens and than now.
   */
  static Result definition(DefinePromotion command, Origin origin) {
    Definition sent = command.definition();
    Instant now = origin.decidedAt();
    Instant opensAt = sent.opensAt() == null ? now : sent.opensAt();
    Instant closesAt = sent.closesAt();
    if (closesAt != null && !(closesAt.isAfter(opensAt) && closesAt.isAfter(now))) {
      return Refusals.of(command, origin, RefusalReason.INVALID_TIMES);
    }
    return new Result.PromotionDefined(origin, sent.openingAt(opensAt));
  }

  @Override
  public List<Result> submit(SubmitEntry command, @Nullable Entrant entrant, Origin origin) {
    return List.of(Refusals.ofEntry(command, origin, RefusalReason.EVENT_NOT_FOUND));
  }

  @Override
  public Result close(ClosePromotion command, Origin origin) {
    return Refusals.of(command, origin, RefusalReason.EVENT_NOT_FOUND);
  }

  @Override
  public Result retire(RetirePromotion command, Origin origin) {
    return Refusals.of(command, origin, RefusalReason.EVENT_NOT_FOUND);
  }

  @Override
  public Promotion afterDefined(DefinePromotion command, Result.PromotionDefined result) {
    return Running.defined(command, result);
  }

  @Override
  public Promotion afterNumbered(Result.EntryNumbered result) {
    throw new IllegalStateException("no promotion to number in");
  }

  @Override
  public Promotion afterClosed(Result.PromotionClosed result) {
    throw new IllegalStateException("no promotion to close");
  }

  @Override
  public Promotion afterRetired(Result.PromotionRetired result) {
    throw new IllegalStateException("no promotion to retire");
  }

  @Override
  public PromotionView view(EventId eventId, Position position) {
    throw new IllegalStateException("no promotion to show");
  }
}
