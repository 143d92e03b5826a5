package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import nth.app.LogReader;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.Topics;
import nth.contract.fixtures.BrokerWire;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Samples;
import nth.ingress.Entries.Appended;
import nth.ingress.Entries.OutcomeUnknown;
import nth.ingress.Entries.Unavailable;
import nth.ingress.OtherParty.Received;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ITKafkaEntries {

  private static RealBroker broker;
  private static OtherParty sequencer;

  @BeforeAll
  static void open() {
    broker = RealParts.broker();
    OtherParty.createTopics(broker);
    sequencer = new OtherParty(broker);
  }

  @AfterAll
  static void close() {
    sequencer.close();
    broker.close();
  }

  private static KafkaEntries entries(String bootstrapServers, int maxInFlight) {
    var options = ProducerOptions.on(Map.of("bootstrap.servers", bootstrapServers));
    return new KafkaEntries(options, 1, maxInFlight, new BrokerTime(System::nanoTime));
  }

  private static List<CompletableFuture<Appended>> flood(KafkaEntries entries) {
    return Stream.generate(() -> entries.append(Samples.SUBMIT).orTimeout(60, TimeUnit.SECONDS))
        .limit(500)
        .toList();
  }

  @Test
  @Tag("O-16")
  void withoutABroker_nothingIsHandedOver_andNobodyWaitsForTheOthers() {
    KafkaEntries entries = entries("localhost:1", 1_000);
    entries.start();
    for (CompletableFuture<Appended> answer : flood(entries)) {
      assertThatThrownBy(answer::join)
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(Unavailable.class);
    }
    entries.stop();
    assertThat(entries.isRunning()).isFalse();
  }

  /** Kafka's producer forgets its own time-out while it asks for an id. */
  @Test
  @Tag("O-16")
  void whileTheProducerGetsNoId_itsEntriesAreAnsweredInTime_andMayComeToTheLog() {
    sequencer.rest();
    try (BrokerWire wire = new BrokerWire(broker)) {
      wire.swallowRepliesTo(ApiKeys.INIT_PRODUCER_ID);
      KafkaEntries entries = entries(wire.bootstrapServers(), 3);
      entries.start();
      try {
        await().atMost(OtherParty.LIMIT).until(() -> entries.ready() && wire.swallowed() > 0);
        List<CompletableFuture<Appended>> answers = flood(entries);

        assertThat(
                answers.stream()
                    .map(ITKafkaEntries::fault)
                    .filter(OutcomeUnknown.class::isInstance))
            .hasSize(3);
        assertThat(
                answers.stream().map(ITKafkaEntries::fault).filter(Unavailable.class::isInstance))
            .hasSize(497);
        // They are counted until the producer has let go of them.
        assertThat(fault(entries.append(Samples.SUBMIT))).isInstanceOf(Unavailable.class);
        wire.heal();
        await().atMost(OtherParty.LIMIT).until(() -> fault(entries.append(Samples.SUBMIT)) == null);
      } finally {
        entries.stop();
      }
    }
    assertThat(sequencer.rest()).isNotEmpty();
  }

  private static @Nullable Throwable fault(CompletableFuture<Appended> answer) {
    return answer.handle((appended, fault) -> fault).join();
  }

  @Test
  void moreThanMayBeInFlight_areTurnedAway_andAreNotInTheLog() {
    sequencer.rest();
    KafkaEntries entries = entries(broker.bootstrapServers(), 3);
    entries.start();
    await().atMost(OtherParty.LIMIT).until(entries::ready);

    List<CompletableFuture<Appended>> answers = flood(entries);

    entries.stop();
    long taken = answers.stream().filter(answer -> !answer.isCompletedExceptionally()).count();
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(taken).isBetween(1L, 499L);
    assertThat(sequencer.rest()).hasSize((int) taken);
  }

  @Test
  void producerThatIsFinished_isReplaced_andOnlyWhatItNeverTookIsUnavailable() {
    sequencer.rest();
    List<KafkaProducer<byte[], byte[]>> made = new CopyOnWriteArrayList<>();
    KafkaEntries entries =
        new KafkaEntries(
            () -> {
              var options = Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers());
              made.add(new KafkaProducer<>(ProducerOptions.on(options)));
              return made.get(made.size() - 1);
            },
            1,
            10,
            new BrokerTime(System::nanoTime));
    entries.start();
    try {
      Appended before = entries.append(Samples.SUBMIT).join();
      made.get(0).close();

      assertThatThrownBy(() -> entries.append(Samples.SUBMIT).join())
          .hasCauseInstanceOf(Unavailable.class);
      await().atMost(OtherParty.LIMIT).until(entries::ready);

      Appended after = entries.append(Samples.SUBMIT).join();
      assertThat(made).hasSize(2);
      assertThat(sequencer.rest())
          .extracting(Received::position)
          .containsExactly(before.position(), after.position());
    } finally {
      entries.stop();
    }
  }

  @Test
  void afterTheStop_nothingIsAccepted() {
    KafkaEntries entries = entries(broker.bootstrapServers(), 3);
    entries.start();
    entries.stop();
    assertThat(entries.append(Samples.SUBMIT)).isCompletedExceptionally();
  }

  /** The acknowledgement is withheld here, as a slow broker's reply would be. */
  @Test
  void aResultThatIsReadBeforeTheAcknowledgement_isHeld_andOnlyTheCommittedOne() {
    sequencer.rest();
    var decisions = new Decisions(10, System::nanoTime);
    Map<String, Object> address = Map.of("bootstrap.servers", broker.bootstrapServers());
    KafkaEntries entries = entries(broker.bootstrapServers(), 10);
    entries.start();
    try (var reader =
        new LogReader("test", Topics.RESULTS, 1, address, LogReader.Start.END, decisions)) {
      reader.start();
      await().atMost(OtherParty.LIMIT).until(reader::inPlace);
      var first = decisions.await(Samples.SUBMIT).orElseThrow();
      var second = decisions.await(Samples.SUBMIT).orElseThrow();
      entries.append(Samples.SUBMIT).join();
      entries.append(Samples.SUBMIT).join();
      Received one = sequencer.next(Samples.EVENT);
      Received two = sequencer.next(Samples.EVENT);
      sequencer.abort(numbered(one, 1));
      sequencer.commit(numbered(one, 2));
      sequencer.commit(numbered(two, 3));

      // The second result is here, so the first has been read too.
      second.acknowledged(two.position());
      assertThat(second.result().orTimeout(60, TimeUnit.SECONDS).join())
          .isEqualTo(numbered(two, 3));
      first.acknowledged(one.position());

      assertThat(first.result()).isCompletedWithValue(numbered(one, 2));
    } finally {
      entries.stop();
    }
  }

  private static Result.EntryNumbered numbered(Received entry, long seq) {
    return new Result.EntryNumbered(
        entry.origin(), People.BOB, new Seq(seq), false, entry.appended(), false);
  }
}
