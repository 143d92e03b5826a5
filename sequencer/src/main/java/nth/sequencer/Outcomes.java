package nth.sequencer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import nth.contract.RefusalReason;
import nth.contract.Result;

/** How often the line decided what; an answer that repeats an earlier one is of no kind. */
final class Outcomes implements Result.Cases<Counter> {

  private final Counter repeated;
  private final Counter defined;
  private final Counter numbered;
  private final Counter closed;
  private final Counter retired;
  private final Map<RefusalReason, Counter> refused = new EnumMap<>(RefusalReason.class);

  Outcomes(MeterRegistry meters) {
    repeated = counter(meters, "repeated");
    defined = counter(meters, "defined");
    numbered = counter(meters, "numbered");
    closed = counter(meters, "closed");
    retired = counter(meters, "retired");
    for (RefusalReason reason : RefusalReason.values()) {
      refused.put(reason, counter(meters, "refused_" + reason.wire()));
    }
  }

  private static Counter counter(MeterRegistry meters, String outcome) {
    return Counter.builder("nth.sequencer.results")
        .description("Answers to commands, and closings beside them")
        .tag("outcome", outcome)
        .register(meters);
  }

  Counter of(Result result) {
    return result.origin().isEffect() ? result.on(this) : repeated;
  }

  @Override
  public Counter defined(Result.PromotionDefined result) {
    return defined;
  }

  @Override
  public Counter numbered(Result.EntryNumbered result) {
    return numbered;
  }

  @Override
  public Counter closed(Result.PromotionClosed result) {
    return closed;
  }

  @Override
  public Counter retired(Result.PromotionRetired result) {
    return retired;
  }

  @Override
  public Counter refused(Result.Refused result) {
    return refused.get(result.reason());
  }
}
