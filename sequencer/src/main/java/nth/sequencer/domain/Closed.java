package nth.sequencer.domain;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import nth.contract.CloseCause;
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
 * Closed, for ever: it repeats what was, until it is {@link Retired}, and its id is never used
 * again.
 *
 * @param last as it was when it closed
 * @param closedAt log time
 * @param closedBy the command that closed it
 */
public record Closed(Running last, Instant closedAt, CloseCause cause, Position closedBy)
    implements Promotion {

  public Closed {
    requireNonNull(last, "last");
    requireNonNull(closedAt, "closed_at");
    requireNonNull(cause, "cause");
    requireNonNull(closedBy, "position");
  }

  @Override
  public Optional<Result> closingDue(Origin origin) {
    return Optional.empty();
  }

  @Override
  public Result define(DefinePromotion command, Origin origin) {
    return command.definition().equals(last.sent())
        ? last.sameDefinition(origin)
        : Refusals.of(command, origin, RefusalReason.ALREADY_RUNNING);
  }

  @Override
  public List<Result> submit(SubmitEntry command, @Nullable Entrant entrant, Origin origin) {
    // A winner who retries after the closing must see the win.
    return List.of(
        entrant == null
            ? Refusals.ofEntry(command, origin, RefusalReason.CLOSED)
            : last.sameNumber(command, entrant, origin));
  }

  @Override
  public Result close(ClosePromotion command, Origin origin) {
    return new Result.PromotionClosed(
        origin.repeating(closedBy), cause, last.entries(), last.winners());
  }

  @Override
  public Result retire(RetirePromotion command, Origin origin) {
    return origin.decidedAt().isBefore(closedAt.plusMillis(command.retentionMs()))
        ? Refusals.of(command, origin, RefusalReason.NOT_DUE)
        : new Result.PromotionRetired(origin);
  }

  @Override
  public Promotion afterDefined(DefinePromotion command, Result.PromotionDefined result) {
    throw new IllegalStateException("closed: cannot be defined anew");
  }

  @Override
  public Promotion afterNumbered(Result.EntryNumbered result) {
    throw new IllegalStateException("closed: gives no number");
  }

  @Override
  public Promotion afterClosed(Result.PromotionClosed result) {
    throw new IllegalStateException("closed already");
  }

  @Override
  public Retired afterRetired(Result.PromotionRetired result) {
    Origin origin = result.origin();
    return new Retired(this, origin.decidedAt(), origin.position());
  }

  @Override
  public PromotionView view(EventId eventId, Position position) {
    return last.view(eventId, position)
        .closed(last.winners(), position, closedAt, cause, last.entries());
  }
}
