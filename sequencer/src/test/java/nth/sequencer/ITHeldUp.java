package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import nth.contract.Topics;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Kafka itself forgets, or does not let go. */
class ITHeldUp extends OnARealBroker {

  private static final TopicPartition RESULTS = new TopicPartition(Topics.RESULTS.name(), 0);

  private final Path stateDir = RunningSequencer.freshStateDir();

  @Test
  @Tag("O-13")
  @Procedure("Positions were forgotten")
  void forgottenPositions_changeNoNumber() throws Exception {
    threeNumbers();
    Wire.people(2, 6).forEach(user -> wire.enter(EVENT, user));

    whenNobodyRuns(() -> wire.admin.deleteConsumerGroups(List.of("nth-sequencer")).all().get());

    try (var line = start(stateDir)) {
      awaitReady(line);
      awaitNumbers(line, 6);
    }
    Guarantee.assertAllHold(wire.history());
    assertThat(ask("audit", "--no-database").code()).isZero();
  }

  /** A line that stopped itself is in its group until its session ends. */
  private static void whenNobodyRuns(Callable<?> change) {
    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(
            () -> {
              change.call();
              return true;
            });
  }

  @Test
  @Procedure("A transaction hangs")
  void hangingTransaction_isSeen_andAborted() throws Exception {
    threeNumbers();
    try (var producer =
        wire.producer(Map.of("transactional.id", "gone", "transaction.timeout.ms", 900_000))) {
      producer.initTransactions();
      producer.beginTransaction();
      byte[] key = EVENT.value().getBytes(UTF_8);
      producer.send(new ProducerRecord<>(RESULTS.topic(), 0, key, key)).get();

      assertThat(ask("rebuild-state", "--discard").said())
          .contains("A transaction is open on nth.results-0");
      abortHanging();

      assertThat(ask("rebuild-state", "--discard").code()).isZero();
    }
    try (var line = start(stateDir)) {
      awaitReady(line);
      Wire.people(1, 4).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 4);
    }
    assertThat(ask("audit", "--no-database").code()).isZero();
  }

  /** What {@code kafka-transactions.sh} does; the tool is not among Kafka's libraries. */
  private void abortHanging() throws Exception {
    var producers = wire.admin.describeProducers(Set.of(RESULTS)).partitionResult(RESULTS).get();
    ProducerState open =
        producers.activeProducers().stream()
            .filter(producer -> producer.currentTransactionStartOffset().isPresent())
            .findFirst()
            .orElseThrow();
    wire.admin
        .abortTransaction(
            new AbortTransactionSpec(
                RESULTS,
                open.producerId(),
                (short) open.producerEpoch(),
                open.coordinatorEpoch().orElse(0)))
        .all()
        .get();
  }

  private void threeNumbers() {
    try (var line = start(stateDir)) {
      awaitReady(line);
      wire.define(EVENT, false, 2);
      Wire.people(1, 3).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 3);
    }
  }

  private Asked ask(String... arguments) {
    return ask(Map.of("nth.sequencer.state-dir", stateDir.toString()), arguments);
  }
}
