package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import nth.contract.EventId;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.contract.guarantees.Guarantee;
import nth.sequencer.Wire;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A processor that throws once, in the middle of its work. */
@Tag("O-05")
class ITFailure {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final EventId EVENT = new EventId("opening");

  private final AtomicInteger failures = new AtomicInteger();

  @Test
  @Tag("O-74")
  void failedThread_isReplaced_andEveryNumberIsGivenOnce() throws Exception {
    // By default this broker keeps only the newest record of a key: of an event, here.
    try (RealBroker broker = RealParts.broker(Map.of("log.cleanup.policy", "compact"));
        Wire wire = new Wire(broker.bootstrapServers())) {
      Topics.create(wire.admin, new TopicSettings(1, 1, 1));
      assertThat(Topics.verify(wire.admin, new TopicSettings(1, 1, 1), Topics.ALL).faults())
          .isEmpty();
      FirstStart.position(wire.admin, 1);
      try (KafkaStreams line = line(broker, wire)) {
        line.setUncaughtExceptionHandler(new StopPolicy(Clock.systemUTC()));
        line.start();
        wire.define(EVENT, false, 10);
        Wire.people(1, 10).forEach(person -> wire.enter(EVENT, person));
        leaveAGap(wire);
        Wire.people(11, 20).forEach(person -> wire.enter(EVENT, person));

        // One answer to the definition, and one to each person.
        await().atMost(LIMIT).until(() -> wire.history().results().size() == 21);
        assertThat(line.state()).isEqualTo(KafkaStreams.State.RUNNING);
      }
      assertThat(failures).hasValue(1);
      Guarantee.assertAllHold(wire.history());
      assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
    }
  }

  /** Offsets without records: the line asks about them, which is where it is made to fail. */
  private static void leaveAGap(Wire wire) {
    try (var producer = wire.producer(Map.of("transactional.id", "stranger"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(
          new ProducerRecord<>(Topics.ENTRIES.name(), 0, null, "taken back".getBytes(UTF_8)));
      producer.flush();
      producer.abortTransaction();
    }
  }

  private KafkaStreams line(RealBroker broker, Wire wire) {
    Map<String, Object> address = Map.of("bootstrap.servers", broker.bootstrapServers());
    EntriesLog real = new KafkaEntriesLog(wire.admin, address);
    EntriesLog failing =
        new EntriesLog() {
          @Override
          public Facts facts(int partition) {
            return real.facts(partition);
          }

          @Override
          public boolean hasHistory(int partition) {
            return real.hasHistory(partition);
          }

          @Override
          public boolean holdsRecord(int partition, long from, long to) {
            if (failures.getAndIncrement() == 0) {
              throw new IllegalStateException("once");
            }
            failures.set(1);
            return real.holdsRecord(partition, from, to);
          }
        };
    var settings =
        StreamsSettings.of(
            address,
            new TopicSettings(1, 1, 1),
            Driver.stateDir(),
            new LineTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(2)));
    return new KafkaStreams(
        SequencerTopology.of(failing, () -> PlainLog.CHANGELOGS, 1),
        new StreamsConfig(settings),
        new LineClients(false));
  }
}
