package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import nth.contract.Topics;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said while nothing is numbered. There is no database here, ever. */
@Tag("O-70")
class ITReadiness extends OnARealBroker {

  @Test
  @Tag("O-05")
  void whileNothingIsDecided_itIsNotReady_aliveAllTheTime_andGoesOnByItself() {
    var soon = Map.of("nth.sequencer.progress-patience", "2s");
    try (var line = start(RunningSequencer.freshStateDir(), soon);
        var stranger = wire.producer(Map.of("transactional.id", "stranger"))) {
      awaitReady(line);
      wire.define(EVENT, false, 2);
      enter(1);
      awaitNumbers(line, 1);

      // What stands behind an open transaction cannot be read.
      stranger.initTransactions();
      stranger.beginTransaction();
      stranger.send(new ProducerRecord<>(Topics.ENTRIES.name(), 0, null, new byte[0]));
      stranger.flush();
      enter(2);
      awaitNotReadyThoughAlive(line);
      assertThat(line.bean(LineHealth.class).health().getDetails())
          .hasEntrySatisfying("doubt", why -> assertThat(why).asString().contains("no decision"));
      stranger.abortTransaction();
      awaitReady(line);
      awaitNumbers(line, 2);

      broker.interrupt();
      awaitNotReadyThoughAlive(line);
      broker.resume();
      awaitReady(line);
      enter(3);
      awaitNumbers(line, 3);
    }
  }

  private static void awaitNotReadyThoughAlive(RunningSequencer line) {
    await()
        .atMost(LIMIT)
        .failFast(
            () -> {
              assertThat(line.health("liveness")).isEqualTo(200);
              assertThat(line.exits()).isEmpty();
            })
        .until(() -> line.health("readiness") == 503);
  }

  private void enter(int person) {
    wire.enter(EVENT, Wire.people(person, person).get(0));
  }
}
