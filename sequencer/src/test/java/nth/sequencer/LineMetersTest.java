package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    line.won();
    line.putAside();
    line.passedOver();
    line.tookUp();
    line.rebalanced();
    line.decided(NOW.toEpochMilli());

    assertThat(ids()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(results("numbered")).isEqualTo(1);
    assertThat(results("repeated")).isEqualTo(1);
    assertThat(results("refused_" + Samples.REFUSED_ENTRY.reason().wire())).isEqualTo(1);
  }

  @Test
  void brokerClockAheadOfOurs_countsAsNoTime() {
    line.decided(NOW.plusSeconds(3).toEpochMilli());
    line.decided(NOW.minusSeconds(2).toEpochMilli());

    Timer decision = meters.get("nth.sequencer.decision").timer();
    assertThat(decision.count()).isEqualTo(2);
    assertThat(decision.totalTime(TimeUnit.SECONDS)).isEqualTo(2);
  }

  private double results(String outcome) {
    return meters.get("nth.sequencer.results").tag("outcome", outcome).counter().count();
  }

  private List<Meter.Id> ids() {
    return meters.getMeters().stream().map(Meter::getId).toList();
  }
}
