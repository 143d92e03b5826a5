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
      awaitTold(line, "behind", "{\"0\":2}");
      assertThat(line.told("lineUndecided", "oldest_waits_s").asLong()).isPositive();
      assertThat(line.told("lineUndecided", "last_decided").toString())
          .isEqualTo("{\"0\":\"0-1\"}");
      assertThat(line.told("line", "partitions").toString()).isEqualTo("[0]");
      assertThat(line.bean(LineHealth.class).health().getDetails())
          .hasEntrySatisfying("doubt", why -> assertThat(why).asString().contains("no decision"));
      stranger.abortTransaction();
      awaitReady(line);
      awaitNumbers(line, 2);
      awaitTold(line, "behind", "{\"0\":0}");
      awaitTold(line, "oldest_waits_s", "0");

      broker.interrupt();
      awaitNotReadyThoughAlive(line);
      // What was seen last, and for how long nothing has been.
      assertThat(line.told("lineUndecided", "broker_silent_s").asLong()).isPositive();
      assertThat(line.told("lineUndecided", "behind").toString()).isEqualTo("{\"0\":0}");
      assertThat(line.told("line", "state").asString()).isNotEmpty();
      assertThat(line.told("audit", "waiting").toString()).contains("tables");
      assertThat(line.told("sequencerTopics", "faults").isMissingNode()).isTrue();
      broker.resume();
      awaitReady(line);
      enter(3);
      awaitNumbers(line, 3);
      assertThat(line.operator()).doesNotContain(Wire.people(1, 3).get(0).value());
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

  private static void awaitTold(RunningSequencer line, String figure, String value) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(line.told("lineUndecided", figure).toString()).isEqualTo(value));
  }

  private void enter(int person) {
    wire.enter(EVENT, Wire.people(person, person).get(0));
  }
}
