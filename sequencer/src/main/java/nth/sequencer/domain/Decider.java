package nth.sequencer.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import nth.contract.Command;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.RetirePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.Origin;
import nth.contract.Position;
import nth.contract.Result;
import org.jspecify.annotations.Nullable;

/**
 * The rules: which results a command has, and what a promotion is after them. No clock, no random,
 * no I/O, so a replay of the log gives the same results, byte for byte.
 *
 * <ol start="0">
 *   <li>A command of an open promotion at or after its closing time first closes it as due.
 *   <li>Who has a number gets that number again, also after the closing.
 *   <li>Without a definition an entry is refused as event_not_found,
 *   <li>after the closing as closed,
 *   <li>before the opening as not_started.
 *   <li>Otherwise it gets the next number. A target makes a winner; the last target closes the
 *       promotion as won, unless it was defined to go on.
 * </ol>
 *
 * <p>A promotion may be defined anew until it has given a number or is closed. The same definition
 * again repeats the first answer, and so does a second closing.
 *
 * <p>A promotion that has been closed for as long as the command says is retired. From then on
 * every entry is refused as retired, also of who has a number: it is not remembered any more.
 *
 * <p>{@code decider-cases.txt} among the tests plays every rule.
 */
public final class Decider {

  private Decider() {}

  /**
   * The answer to the command, and a closing before or behind it where one happens.
   *
   * @param entrant what is remembered of the person of an entry; null if they have no number
   * @param now log time of the command, never earlier than that of the one before
   */
  public static List<Result> decide(
      Promotion promotion,
      @Nullable Entrant entrant,
      Command command,
      Position position,
      Instant now) {
    Origin origin = Origin.of(command, position, now);
    Optional<Result> due = promotion.closingDue(origin);
    Promotion before = due.map(closing -> evolve(promotion, command, closing)).orElse(promotion);
    List<Result> results = new ArrayList<>();
    due.ifPresent(results::add);
    results.addAll(command.on(new Answers(before, entrant, origin, due.isPresent())));
    return List.copyOf(results);
  }

  /** What the promotion is after a result of that command. A repetition changes nothing. */
  public static Promotion evolve(Promotion promotion, Command command, Result result) {
    return result.origin().isEffect() ? result.on(new Evolution(promotion, command)) : promotion;
  }

  /**
   * @param closedNow rule 0 has just closed the promotion
   */
  private record Answers(
      Promotion promotion, @Nullable Entrant entrant, Origin origin, boolean closedNow)
      implements Command.Cases<List<Result>> {

    @Override
    public List<Result> define(DefinePromotion command) {
      return List.of(promotion.define(command, origin));
    }

    @Override
    public List<Result> submit(SubmitEntry command) {
      return promotion.submit(command, entrant, origin);
    }

    @Override
    public List<Result> close(ClosePromotion command) {
      // The closing that was due is the answer itself.
      return closedNow ? List.of() : List.of(promotion.close(command, origin));
    }

    @Override
    public List<Result> retire(RetirePromotion command) {
      return List.of(promotion.retire(command, origin));
    }
  }

  private record Evolution(Promotion promotion, Command command)
      implements Result.Cases<Promotion> {

    @Override
    public Promotion defined(Result.PromotionDefined result) {
      return promotion.afterDefined((DefinePromotion) command, result);
    }

    @Override
    public Promotion numbered(Result.EntryNumbered result) {
      return promotion.afterNumbered(result);
    }

    @Override
    public Promotion closed(Result.PromotionClosed result) {
      return promotion.afterClosed(result);
    }

    @Override
    public Promotion retired(Result.PromotionRetired result) {
      return promotion.afterRetired(result);
    }

    @Override
    public Promotion refused(Result.Refused result) {
      return promotion;
    }
  }
}
