package nth.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import nth.contract.Command;
import nth.contract.CommandReading;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Origin;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.Result;
import nth.contract.Topic;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Stands where the sequencer does, on a real broker, and answers as the test says. */
final class OtherParty implements AutoCloseable {

  static final TopicSettings SETTINGS = new TopicSettings(1, 1, 1);
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final KafkaConsumer<byte[], byte[]> entries;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Deque<Received> unread = new ArrayDeque<>();

  /** A command as it stands in the log. */
  record Received(Command command, Position position, Instant appended, ConsumerRecord<?, ?> raw) {
    Origin origin() {
      return Origin.of(command, position, appended);
    }
  }

  OtherParty(RealBroker broker) {
    Map<String, Object> address = Map.of("bootstrap.servers", broker.bootstrapServers());
    var reading = new TreeMap<>(address);
    reading.put("isolation.level", "read_committed");
    entries =
        new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    var partition = new TopicPartition(Topics.ENTRIES.name(), 0);
    entries.assign(List.of(partition));
    entries.seekToBeginning(List.of(partition));
    var writing = new TreeMap<>(address);
    writing.put("transactional.id", UUID.randomUUID().toString());
    producer = new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
  }

  static void createTopics(RealBroker broker) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      Topics.create(admin, SETTINGS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next command of that promotion; those of others are passed over. */
  Received next(EventId event) {
    return await()
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1)) // The consumer waits by itself.
        .until(() -> find(event), found -> found != null);
  }

  private Received find(EventId event) {
    if (unread.isEmpty()) {
      entries.poll(Duration.ofMillis(100)).forEach(record -> unread.add(received(record)));
    }
    while (!unread.isEmpty()) {
      Received next = unread.removeFirst();
      if (next.command().eventId().equals(event)) {
        return next;
      }
    }
    return null;
  }

  /** Everything in the log that has not been asked for. */
  List<Received> rest() {
    var partition = new TopicPartition(Topics.ENTRIES.name(), 0);
    long end = entries.endOffsets(List.of(partition)).get(partition);
    await()
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .until(
            () -> {
              entries.poll(Duration.ofMillis(100)).forEach(r -> unread.add(received(r)));
              return entries.position(partition) >= end;
            });
    List<Received> rest = new ArrayList<>(unread);
    unread.clear();
    return rest;
  }

  private static Received received(ConsumerRecord<byte[], byte[]> record) {
    boolean fromIngress = Headers.text(record.headers(), Headers.VERSION) != null;
    var reading =
        CommandReading.of(record.key(), record.value(), fromIngress, record.partition(), 1);
    Command command = ((CommandReading.Readable) reading).command();
    Position position = new Position(record.partition(), record.offset());
    return new Received(command, position, Instant.ofEpochMilli(record.timestamp()), record);
  }

  /** In one transaction, as the sequencer does. */
  void commit(Result... results) {
    begin(results);
    producer.commitTransaction();
  }

  /** Written and taken back: nobody may see it. */
  void abort(Result... results) {
    begin(results);
    producer.flush();
    producer.abortTransaction();
  }

  private void begin(Result... results) {
    producer.beginTransaction();
    for (Result result : results) {
      var headers = (RecordHeaders) Headers.of(result);
      send(Topics.RESULTS, result.origin().eventId(), result, headers);
    }
  }

  /** On the topic of the promotions. */
  void show(PromotionView view) {
    beginShowing(view);
    producer.commitTransaction();
  }

  void beginShowing(PromotionView view) {
    producer.beginTransaction();
    send(Topics.PROMOTIONS, view.eventId(), view, (RecordHeaders) Headers.of(view));
    producer.flush();
  }

  void commitShown() {
    producer.commitTransaction();
  }

  private <T> void send(Topic<T> topic, EventId event, T value, RecordHeaders headers) {
    byte[] bytes = topic.value().serializer().serialize(topic.name(), value);
    byte[] key = event.value().getBytes(UTF_8);
    producer.send(new ProducerRecord<>(topic.name(), 0, key, bytes, headers));
  }

  @Override
  public void close() {
    entries.close();
    producer.close(Duration.ofSeconds(5));
  }
}
