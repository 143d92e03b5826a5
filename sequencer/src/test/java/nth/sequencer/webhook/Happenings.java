package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import nth.contract.CloseCause;
import nth.contract.EventId;
import nth.contract.PlacedWinner;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.contract.Topic;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.fixtures.Samples;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes wins and states as the line does, in transactions, and as it never would. */
final class Happenings implements AutoCloseable {

  private static final Instant OPENING = Instant.parse("2027-03-28T10:00:00.000Z");

  private final KafkaProducer<byte[], byte[]> producer;

  Happenings(String bootstrapServers) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      Topics.create(admin, new TopicSettings(1, 1, 1));
    }
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "transactional.id",
                "happenings-" + UUID.randomUUID()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
  }

  static Winner win(String event, long seq) {
    return new Winner(
        new EventId(event),
        new Seq(seq),
        user(seq),
        new RequestId(user(seq) + "-1"),
        OPENING,
        OPENING.plusSeconds(seq),
        new Position(0, seq));
  }

  private static UserId user(long seq) {
    return new UserId("person-" + seq);
  }

  static PromotionView open(String event) {
    return PromotionView.defined(
        new EventId(event), Samples.DEFINITION, OPENING, List.of(), new Position(0, 0));
  }

  /** Closed by the last of these wins. */
  static PromotionView closing(String event, long... wins) {
    long total = wins.length == 0 ? 5 : wins[wins.length - 1];
    List<PlacedWinner> winners =
        LongStream.of(wins).mapToObj(seq -> new PlacedWinner(new Seq(seq), user(seq))).toList();
    return open(event)
        .closed(winners, new Position(0, total), OPENING.plusSeconds(total), CloseCause.WON, total);
  }

  static String id(String event, long seq) {
    return "promotion-winner:" + event + ":" + seq;
  }

  static String closingId(String event) {
    return "promotion-closed:" + event;
  }

  /** A whole promotion with these wins, closed by the last. */
  void whole(String event, long... wins) {
    producer.beginTransaction();
    send(open(event));
    LongStream.of(wins).forEach(seq -> send(win(event, seq)));
    send(closing(event, wins));
    producer.commitTransaction();
  }

  void commit(Winner winner) {
    producer.beginTransaction();
    send(winner);
    producer.commitTransaction();
  }

  void commit(PromotionView view) {
    producer.beginTransaction();
    send(view);
    producer.commitTransaction();
  }

  /** What nobody must hear of. */
  void abort(Winner winner) {
    producer.beginTransaction();
    send(winner);
    producer.flush();
    producer.abortTransaction();
  }

  void commit(Topic<?> topic, String key, String value) {
    producer.beginTransaction();
    producer.send(
        new ProducerRecord<>(topic.name(), 0, key.getBytes(UTF_8), value.getBytes(UTF_8)));
    producer.commitTransaction();
  }

  static byte[] bytes(Winner winner) {
    return Topics.WINNERS.value().serializer().serialize("", winner);
  }

  static byte[] bytes(PromotionView view) {
    return Topics.PROMOTIONS.value().serializer().serialize("", view);
  }

  private void send(Winner winner) {
    send(Topics.WINNERS, winner.eventId(), bytes(winner));
  }

  private void send(PromotionView view) {
    send(Topics.PROMOTIONS, view.eventId(), bytes(view));
  }

  private void send(Topic<?> topic, EventId event, byte[] value) {
    producer.send(new ProducerRecord<>(topic.name(), 0, event.value().getBytes(UTF_8), value));
  }

  @Override
  public void close() {
    producer.close();
  }
}
