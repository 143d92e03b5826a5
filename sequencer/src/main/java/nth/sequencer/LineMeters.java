package nth.sequencer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import nth.app.Latency;
import nth.contract.Result;
import nth.sequencer.topology.LineObserver;

/**
 * Counts and times what the line decides. All meters are there from the start, so that a first
 * event is seen as a rise; none is looked up on the way of an entry.
 */
final class LineMeters implements LineObserver {

  private final InstantSource clock;
  private final Timer decision;
  private final Outcomes outcomes;
  private final Counter winners;
  private final Counter deadLetters;
  private final Counter passedOver;
  private final Counter takeOvers;
  private final Counter rebalances;

  LineMeters(InstantSource clock, MeterRegistry meters) {
    this.clock = clock;
    decision =
        Timer.builder("nth.sequencer.decision")
            .description("From a command's append, by the broker's clock, to its decision, by ours")
            .serviceLevelObjectives(Latency.buckets())
            .register(meters);
    outcomes = new Outcomes(meters);
    winners = counter(meters, "winners", "Wins decided");
    deadLetters = counter(meters, "dead.letters", "Commands that could not be read");
    passedOver = counter(meters, "passed.over", "Commands met again that had been decided");
    takeOvers = counter(meters, "take.overs", "Partitions this instance took up");
    rebalances = counter(meters, "rebalances", "Times the instances shared the partitions anew");
  }

  private static Counter counter(MeterRegistry meters, String name, String description) {
    return Counter.builder("nth.sequencer." + name).description(description).register(meters);
  }

  /** Since the start of this process. */
  long deadLetters() {
    return (long) deadLetters.count();
  }

  void rebalanced() {
    rebalances.increment();
  }

  @Override
  public void tookUp() {
    takeOvers.increment();
  }

  @Override
  public void passedOver() {
    passedOver.increment();
  }

  @Override
  public void answered(Result result) {
    outcomes.of(result).increment();
  }

  @Override
  public void won() {
    winners.increment();
  }

  @Override
  public void putAside() {
    deadLetters.increment();
  }

  @Override
  public void decided(long appendedMs) {
    // A negative time would not be counted.
    decision.record(Duration.ofMillis(Math.max(0, clock.millis() - appendedMs)));
  }
}
