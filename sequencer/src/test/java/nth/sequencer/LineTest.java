package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LineTest {

  @Test
  @Tag("O-05")
  void rebalance_countsAsDeciding_onceItHasRun() {
    assertThat(Line.deciding(State.REBALANCING, false)).isFalse();
    assertThat(Line.deciding(State.RUNNING, false)).isTrue();
    assertThat(Line.deciding(State.REBALANCING, true)).isTrue();
  }

  @Test
  void lineThatEnds_decidesNothing() {
    assertThat(Line.deciding(State.PENDING_SHUTDOWN, true)).isFalse();
    assertThat(Line.deciding(State.ERROR, true)).isFalse();
  }
}
