package nth.sequencer.domain;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import nth.contract.CloseCause;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.RetirePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Origin;
import nth.contract.PlacedWinner;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.Seq;
import org.jspecify.annotations.Nullable;

/**
 * Defined and not closed.
 *
 * @param version the {@code v} it was defined with, which its rules follow
 * @param sent the definition as it was sent
 * @param opensAt resolved
 * @param definedBy the command that defined it
 * @param entries how many numbers it has given
 */
public record Running(
    int version,
    Definition sent,
    Instant opensAt,
    Position definedBy,
    long entries,
    List<PlacedWinner> winners)
    implements Promotion {

  public Running {
    requireNonNull(sent, "definition");
    requireNonNull(opensAt, "opens_at");
    requireNonNull(definedBy, "position");
    winners = List.copyOf(winners);
  }

  static Running defined(DefinePromotion command, Result.PromotionDefined result) {
    return new Running(
        command.version(),
        command.definition(),
        requireNonNull(result.definition().opensAt()),
        result.origin().position(),
        0,
        List.of());
  }

  @Override
  public Optional<Result> closingDue(Origin origin) {
    Instant closesAt = sent.closesAt();
    return closesAt == null || origin.decidedAt().isBefore(closesAt)
        ? Optional.empty()
        : Optional.of(closed(origin, CloseCause.DUE));
  }

  @Override
  public Result define(DefinePromotion command, Origin origin) {
    if (command.definition().equals(sent)) {
      return sameDefinition(origin);
    }
    return entries == 0
        ? Unknown.definition(command, origin)
        : Refusals.of(command, origin, RefusalReason.ALREADY_RUNNING);
  }

  Result sameDefinition(Origin origin) {
    return new Result.PromotionDefined(origin.repeating(definedBy), sent.openingAt(opensAt));
  }

  @Override
  public List<Result> submit(SubmitEntry command, @Nullable Entrant entrant, Origin origin) {
    if (entrant != null) {
      return List.of(sameNumber(command, entrant, origin));
    }
    if (origin.decidedAt().isBefore(opensAt)) {
      return List.of(Refusals.ofEntry(command, origin, RefusalReason.NOT_STARTED));
    }
    return numbered(command, origin);
  }

  Result sameNumber(SubmitEntry command, Entrant entrant, Origin origin) {
    return new Result.EntryNumbered(
        origin.repeating(entrant.position()),
        command.userId(),
        entrant.seq(),
        sent.isTarget(entrant.seq()),
        entrant.numberedAt(),
        !entrant.requestId().equals(command.requestId()));
  }

  private List<Result> numbered(SubmitEntry command, Origin origin) {
    Seq seq = new Seq(entries + 1);
    var numbered =
        new Result.EntryNumbered(
            origin, command.userId(), seq, sent.isTarget(seq), origin.decidedAt(), false);
    if (!sent.closeWhenWon() || !seq.equals(sent.lastTarget())) {
      return List.of(numbered);
    }
    return List.of(numbered, afterNumbered(numbered).closed(origin, CloseCause.WON));
  }

  @Override
  public Result close(ClosePromotion command, Origin origin) {
    // A closing that is due has happened before (rule 0), so here it is too early.
    return command.cause() == CloseCause.DUE
        ? Refusals.of(command, origin, RefusalReason.NOT_DUE)
        : closed(origin, CloseCause.MANUAL);
  }

  @Override
  public Result retire(RetirePromotion command, Origin origin) {
    return Refusals.of(command, origin, RefusalReason.NOT_DUE);
  }

  private Result.PromotionClosed closed(Origin origin, CloseCause cause) {
    return new Result.PromotionClosed(origin, cause, entries, winners);
  }

  @Override
  public Running afterDefined(DefinePromotion command, Result.PromotionDefined result) {
    return defined(command, result);
  }

  @Override
  public Running afterNumbered(Result.EntryNumbered result) {
    List<PlacedWinner> now = winners;
    if (result.winner()) {
      now = new ArrayList<>(winners);
      now.add(new PlacedWinner(result.seq(), result.userId()));
    }
    return new Running(version, sent, opensAt, definedBy, result.seq().value(), now);
  }

  @Override
  public Closed afterClosed(Result.PromotionClosed result) {
    Origin origin = result.origin();
    return new Closed(this, origin.decidedAt(), result.cause(), origin.position());
  }

  @Override
  public Promotion afterRetired(Result.PromotionRetired result) {
    throw new IllegalStateException("running: cannot be retired");
  }

  @Override
  public PromotionView view(EventId eventId, Position position) {
    return PromotionView.defined(eventId, sent, opensAt, winners, position);
  }
}
