package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import nth.contract.Command;
import nth.contract.CommandReading;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Position;
import nth.contract.RequestId;
import nth.contract.Topic;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.fixtures.Samples;
import nth.sequencer.Wire;
import nth.sequencer.domain.Outcome;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes many commands and what the line would have published for them, without the line: as fast
 * as the broker takes them. Of ten entries one comes twice and one is for an event nobody defined.
 */
final class BulkLog implements AutoCloseable {

  private static final EventId EVENT = new EventId("opening");
  private static final EventId UNKNOWN = new EventId("closing");
  private static final Instant SENT = Instant.parse("2027-03-28T10:00:00.000Z");

  private final String bootstrapServers;
  private final Wire wire;
  private final KafkaProducer<byte[], byte[]> producer;
  private volatile Exception failure;

  BulkLog(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    wire = new Wire(bootstrapServers);
    // A batch must not be larger than a record may be on nth.entries.
    producer =
        wire.producer(
            Map.of(
                "linger.ms", 20,
                "max.in.flight.requests.per.connection", 1,
                "batch.size", 48 * 1024,
                "delivery.timeout.ms", 600_000,
                "max.block.ms", 600_000));
  }

  /**
   * @param folder for the people while they are numbered
   */
  void write(long commands, Path folder) throws Exception {
    Topics.create(wire.admin, new TopicSettings(1, 1, 1));
    var definition =
        new Definition(Samples.targets(1_000, 50_000), null, null, false, CountMode.LIVE);
    append(new Command.DefinePromotion(EVENT, new RequestId("define"), SENT, definition));
    for (long i = 1; i < commands; i++) {
      long person = i % 10 == 7 ? i - 5 : i;
      UserId user = new UserId("person-" + Long.toString(person * 7_919 % commands, 36));
      append(
          new Command.SubmitEntry(
              i % 10 == 3 ? UNKNOWN : EVENT, user, new RequestId("request-" + i), SENT));
    }
    producer.flush();
    answer(commands, folder);
    producer.flush();
  }

  private void append(Command command) {
    send(Topics.ENTRIES, command, Json.strict().writeValueAsBytes(command), Headers.of(command));
  }

  private void send(
      Topic<?> topic,
      Command command,
      byte[] value,
      org.apache.kafka.common.header.Headers headers) {
    if (failure != null) {
      throw new AssertionError(failure);
    }
    byte[] key = command.eventId().value().getBytes(UTF_8);
    producer.send(
        new ProducerRecord<>(topic.name(), 0, key, value, headers),
        (sent, wrong) -> failure = wrong == null ? failure : wrong);
  }

  private void answer(long commands, Path folder) {
    var books = new Books();
    var at = new TopicPartition(Topics.ENTRIES.name(), 0);
    Map<String, Object> broker = Map.of("bootstrap.servers", bootstrapServers);
    try (var people = new People(folder);
        var tape = new KafkaTape(broker, at, new Range(0, commands))) {
      var replay = new PartitionReplay(0, 1, false, books, people);
      for (var record = tape.take(); record != null; record = tape.take()) {
        answer(record, replay, books);
      }
    }
  }

  private void answer(ConsumerRecord<byte[], byte[]> record, PartitionReplay replay, Books books) {
    Instant logTime = replay.logTime(record);
    Command command = ((CommandReading.Readable) replay.read(record)).command();
    Outcome outcome = replay.decide(command, new Position(0, record.offset()), logTime);
    if (command.eventId().equals(EVENT)) {
      books.open(EVENT).follow(outcome, true);
    }
    outcome.results().forEach(r -> publish(Topics.RESULTS, command, r, Headers.of(r)));
    outcome.winners().forEach(w -> publish(Topics.WINNERS, command, w, Headers.of(w)));
    outcome.views().forEach(v -> publish(Topics.PROMOTIONS, command, v, Headers.of(v)));
  }

  private <V> void publish(
      Topic<V> topic, Command command, V value, org.apache.kafka.common.header.Headers headers) {
    send(topic, command, topic.value().serializer().serialize(topic.name(), value), headers);
  }

  @Override
  public void close() {
    producer.close();
    wire.close();
  }
}
