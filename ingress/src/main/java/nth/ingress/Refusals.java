package nth.ingress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.web.Problem;
import nth.web.ProblemCode;

/** How a refusal is answered, the same whether given early or by the log. */
final class Refusals {

  private final Promotions promotions;
  private final BrokerTime brokerTime;
  private final InstantSource clock;

  Refusals(Promotions promotions, BrokerTime brokerTime, InstantSource clock) {
    this.promotions = promotions;
    this.brokerTime = brokerTime;
    this.clock = clock;
  }

  Problem problem(EventId eventId, RefusalReason reason) {
    return switch (reason) {
      case EVENT_NOT_FOUND ->
          new Problem(ProblemCode.EVENT_NOT_FOUND, "There is no event of this id.");
      case NOT_STARTED ->
          new Problem(ProblemCode.NOT_STARTED, "The event has not opened yet.")
              .retryAfter(untilOpening(eventId));
      case CLOSED ->
          new Problem(
                  ProblemCode.CLOSED,
                  "The event is closed. If you entered before, your number is at status_url.")
              .with("status_url", statusUrl(eventId));
      case ALREADY_RUNNING ->
          new Problem(
              ProblemCode.ALREADY_RUNNING,
              "The event has given numbers or is closed: it cannot be defined differently.");
      case INVALID_TIMES ->
          new Problem(
              ProblemCode.INVALID_DEFINITION,
              "closes_at must be later than opens_at and later than now.");
      case RETIRED ->
          new Problem(
              ProblemCode.RETIRED, "The event is over, and whose number is whose is kept no more.");
      case NOT_DUE -> throw new IllegalStateException("nobody asks for a due closing over HTTP");
    };
  }

  static String statusUrl(EventId eventId) {
    return "/events/" + eventId + "/entries/me";
  }

  /** By the earliest the log's time can be, so that waiting this long is enough. */
  private Duration untilOpening(EventId eventId) {
    Instant now = brokerTime.atLeast().orElseGet(clock::instant);
    return promotions
        .find(eventId)
        .map(PromotionView::opensAt)
        .map(opening -> Duration.between(now, opening))
        .orElse(Duration.ZERO);
  }
}
