package nth.sequencer.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import nth.contract.Command;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.Result;
import nth.contract.Winner;
import org.jspecify.annotations.Nullable;

/**
 * Everything one command brings about, to be stored and published in one transaction.
 *
 * @param promotion as it is afterwards
 * @param numbered the person who got a number by this command, or null
 * @param retired whether nothing is asked for any more of what is remembered of its people
 * @param results in order, at least one
 * @param views the promotion after each define, win, close and retirement
 */
public record Outcome(
    Promotion promotion,
    Result.@Nullable EntryNumbered numbered,
    boolean retired,
    List<Result> results,
    List<Winner> winners,
    List<PromotionView> views) {

  /** Decides the command and follows what it changes. */
  public static Outcome of(
      Promotion promotion,
      @Nullable Entrant entrant,
      Command command,
      Position position,
      Instant now) {
    List<Result> results = Decider.decide(promotion, entrant, command, position, now);
    var follower = new Follower(command, promotion);
    results.forEach(follower::follow);
    return new Outcome(
        follower.promotion,
        follower.numbered,
        follower.retired,
        results,
        follower.winners,
        follower.views);
  }

  /** What is to be remembered of the person who got a number. */
  public static Entrant entrant(Result.EntryNumbered numbered) {
    return new Entrant(
        numbered.seq(),
        numbered.origin().requestId(),
        numbered.origin().position(),
        numbered.numberedAt());
  }

  private static final class Follower implements Result.Cases<Boolean> {
    private final Command command;
    private final List<Winner> winners = new ArrayList<>();
    private final List<PromotionView> views = new ArrayList<>();
    private Promotion promotion;
    private Result.@Nullable EntryNumbered numbered;
    private boolean retired;

    Follower(Command command, Promotion promotion) {
      this.command = command;
      this.promotion = promotion;
    }

    void follow(Result result) {
      if (!result.origin().isEffect()) {
        return;
      }
      promotion = Decider.evolve(promotion, command, result);
      if (result.on(this)) {
        EventId eventId = command.eventId();
        views.add(promotion.view(eventId, result.origin().position()));
      }
    }

    /** Each case says whether readers of promotions are told. */
    @Override
    public Boolean defined(Result.PromotionDefined result) {
      return true;
    }

    @Override
    public Boolean numbered(Result.EntryNumbered result) {
      numbered = result;
      if (result.winner()) {
        winners.add(Winner.of(result));
      }
      return result.winner();
    }

    @Override
    public Boolean closed(Result.PromotionClosed result) {
      return true;
    }

    @Override
    public Boolean retired(Result.PromotionRetired result) {
      retired = true;
      return true;
    }

    @Override
    public Boolean refused(Result.Refused result) {
      return false;
    }
  }
}
