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

  /**
   * @param logTime by the broker's clock, where it is known
   * @param ownTime by the clock of this instance
   */
  boolean isDue(PromotionView view, Instant logTime, Instant ownTime);

  Command command(EventId eventId, Instant requestedAt);

  /** How many promotions wait for their answer at a time. */
  int mostAtOnce();

  /** Between two attempts for the same promotion. */
  Duration longestPause();

  /** At its closing time a promotion is closed. */
  record Closing() implements Due {

    @Override
    public boolean isDue(PromotionView view, Instant logTime, Instant ownTime) {
      Instant closesAt = view.definition().closesAt();
      return view.phase() == PromotionView.Phase.DEFINED
          && closesAt != null
          && !logTime.isBefore(closesAt);
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

    @Override
    public Duration longestPause() {
      return Duration.ofSeconds(30);
    }
  }

  /**
   * That long after its closing it is retired, by both clocks: it cannot be taken back, and one of
   * them may be wrong.
   */
  record Retirement(Duration retention) implements Due {

    // Years of promotions may be due when somebody sets a retention, and none is urgent.
    private static final int MOST = 100;

    @Override
    public boolean isDue(PromotionView view, Instant logTime, Instant ownTime) {
      Instant closedAt = view.closedAt();
      Instant now = logTime.isBefore(ownTime) ? logTime : ownTime;
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

    /** While nobody reads the log, each attempt is one more record in it. */
    @Override
    public Duration longestPause() {
      return Duration.ofMinutes(10);
    }
  }
}
