package nth.sequencer.domain;

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
import nth.contract.Result;
import org.jspecify.annotations.Nullable;

/**
 * A promotion as the log has made it so far: {@link Unknown}, {@link Running}, {@link Closed} or
 * {@link Retired}. Each answers the four commands by the rules of its phase; a refusal is an
 * answer.
 */
public sealed interface Promotion permits Unknown, Running, Closed, Retired {

  static Promotion unknown() {
    return new Unknown();
  }

  /** Rule 0: the closing that is due at the origin's time, before anything else is decided. */
  Optional<Result> closingDue(Origin origin);

  Result define(DefinePromotion command, Origin origin);

  /**
   * @param entrant what is remembered of this person, or null
   */
  List<Result> submit(SubmitEntry command, @Nullable Entrant entrant, Origin origin);

  Result close(ClosePromotion command, Origin origin);

  Result retire(RetirePromotion command, Origin origin);

  Promotion afterDefined(DefinePromotion command, Result.PromotionDefined result);

  Promotion afterNumbered(Result.EntryNumbered result);

  Promotion afterClosed(Result.PromotionClosed result);

  Promotion afterRetired(Result.PromotionRetired result);

  /**
   * What readers of {@code nth.promotions} are told.
   *
   * @param position of the command that changed it
   */
  PromotionView view(EventId eventId, Position position);
}
