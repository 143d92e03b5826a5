package nth.ingress;

import java.time.Duration;
import java.time.Instant;
import nth.contract.CloseCause;
import nth.contract.Command;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.RequestId;

/** What the passing of time asks for. The log looks at its own time and has the last word. */
interface Due {

  boolean isDue(PromotionView view, Instant now);

  Command command(EventId eventId, Instant requestedAt);

  /** How many promotions are attended to at one look. */
  int mostAtOnce();

  /** At its closing time a promotion is closed. */
  record Closing() implements Due {

    @Override
    public boolean isDue(PromotionView view, Instant now) {
      Instant closesAt = view.definition().closesAt();
      return view.phase() == PromotionView.Phase.DEFINED
          && closesAt != null
          && !now.isBefore(closesAt);
    }

    @Override
    public Command command(EventId eventId, Instant requestedAt) {
      return new Command.ClosePromotion(
          eventId, new RequestId("due-" + eventId), requestedAt, CloseCause.DUE);
    }

    @Override
    public int mostAtOnce() {
      return Integer.MAX_VALUE;
    }
  }

  /** That long after its closing it is retired. */
  record Retirement(Duration retention) implements Due {

    // Years of promotions may be due when somebody sets a retention, and none is urgent.
    private static final int MOST = 100;

    @Override
    public boolean isDue(PromotionView view, Instant now) {
      Instant closedAt = view.closedAt();
      return closedAt != null && !view.isRetired() && !now.isBefore(closedAt.plus(retention));
    }

    @Override
    public Command command(EventId eventId, Instant requestedAt) {
      return new Command.RetirePromotion(
          eventId, new RequestId("retire-" + eventId), requestedAt, retention.toMillis());
    }

    @Override
    public int mostAtOnce() {
      return MOST;
    }
  }
}
