package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.Test;

class LineMetersTest {

  private static final Instant NOW = Instant.parse("2027-03-28T10:00:00.000Z");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final LineMeters line = new LineMeters(() -> NOW, meters);

  @Test
  void everyMeter_isThereBeforeAnythingHappens() {
    List<Meter.Id> before = ids();

    line.answered(Samples.DEFINED);
    line.answered(Samples.NUMBERED);
    line.answered(Samples.NUMBERED_AGAIN);
    line.answered(Samples.CLOSED);
    line.answered(Samples.REFUSED_ENTRY);
    line.answered(Samples.RETIRED);
    line.decided(NOW.toEpochMilli());

    assertThat(ids()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(results("numbered")).isEqualTo(1);
    assertThat(results("repeated")).isEqualTo(1);
    assertThat(results("refused_" + Samples.REFUSED_ENTRY.reason().wire())).isEqualTo(1);
  }

  /** Each another number of times, so that none can stand for another. */
  @Test
  void whatHappens_isCountedByItsOwnMeter() {
    times(1, line::won);
    times(2, line::putAside);
    times(3, line::passedOver);
    times(4, line::tookUp);
    times(5, line::rebalanced);

    assertThat(counted("winners")).isEqualTo(1);
    assertThat(counted("dead.letters")).isEqualTo(2);
    assertThat(line.deadLetters()).isEqualTo(2);
    assertThat(counted("passed.over")).isEqualTo(3);
    assertThat(counted("take.overs")).isEqualTo(4);
    assertThat(counted("rebalances")).isEqualTo(5);
  }

  @Test
  void brokerClockAheadOfOurs_countsAsNoTime() {
    line.decided(NOW.plusSeconds(3).toEpochMilli());
    line.decided(NOW.minusSeconds(2).toEpochMilli());

    Timer decision = meters.get("nth.sequencer.decision").timer();
    assertThat(decision.count()).isEqualTo(2);
    assertThat(decision.totalTime(TimeUnit.SECONDS)).isEqualTo(2);
  }

  private static void times(int count, Runnable what) {
    IntStream.range(0, count).forEach(i -> what.run());
  }

  private double counted(String name) {
    return meters.get("nth.sequencer." + name).counter().count();
  }

  private double results(String outcome) {
    return meters.get("nth.sequencer.results").tag("outcome", outcome).counter().count();
  }

  private List<Meter.Id> ids() {
    return meters.getMeters().stream().map(Meter::getId).toList();
  }
}
