package nth.local.payer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.Winner;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes {@code nth.winners} as the sequencer does, in transactions, and as it never would. */
final class Wins implements AutoCloseable {

  private static final Instant OPENING = Instant.parse("2027-03-28T10:00:00.000Z");

  private final KafkaProducer<byte[], byte[]> producer;

  Wins(String bootstrapServers) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      Topics.create(admin, new TopicSettings(1, 1, 1));
    }
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "wins"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
  }

  static Winner win(EventId event, long seq, String user) {
    return new Winner(
        event,
        new Seq(seq),
        new UserId(user),
        new RequestId(user + "-1"),
        OPENING,
        OPENING.plusMillis(seq),
        new Position(0, seq));
  }

  void commit(Winner... winners) {
    producer.beginTransaction();
    for (Winner winner : winners) {
      producer.send(record(winner));
    }
    producer.commitTransaction();
  }

  /** What must never be paid. */
  void abort(Winner winner) {
    producer.beginTransaction();
    producer.send(record(winner));
    producer.flush();
    producer.abortTransaction();
  }

  void commit(@Nullable String key, @Nullable String value) {
    producer.beginTransaction();
    producer.send(new ProducerRecord<>(Topics.WINNERS.name(), 0, bytes(key), bytes(value)));
    producer.commitTransaction();
  }

  static String text(Winner winner) {
    return new String(Topics.WINNERS.value().serializer().serialize("", winner), UTF_8);
  }

  private static ProducerRecord<byte[], byte[]> record(Winner winner) {
    return new ProducerRecord<>(
        Topics.WINNERS.name(),
        0,
        bytes(winner.eventId().value()),
        bytes(text(winner)),
        Headers.of(winner));
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  @Override
  public void close() {
    producer.close();
  }
}
