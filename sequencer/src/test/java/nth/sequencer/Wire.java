package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import nth.contract.CloseCause;
import nth.contract.Command;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.fixtures.Samples;
import nth.contract.guarantees.History;
import nth.contract.guarantees.History.WinnerRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes to and reads from the topics with nothing but Kafka's own clients. */
public final class Wire implements AutoCloseable {

  private final String bootstrapServers;
  private final KafkaProducer<byte[], byte[]> producer;
  public final Admin admin;

  public Wire(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    producer = producer(Map.of());
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  public KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> config = new java.util.TreeMap<>(more);
    config.put("bootstrap.servers", bootstrapServers);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  public void define(EventId event, boolean closeWhenWon, long... targets) {
    define(
        event, new Definition(Samples.targets(targets), null, null, closeWhenWon, CountMode.LIVE));
  }

  public void define(EventId event, Definition definition) {
    append(
        null,
        new Command.DefinePromotion(event, new RequestId("define"), Instant.EPOCH, definition));
  }

  public void enter(EventId event, UserId user) {
    enter(event, user, null);
  }

  /**
   * @param stamp the time the sender gives the record, in milliseconds; null for its clock's
   */
  public void enter(EventId event, UserId user, @Nullable Long stamp) {
    append(
        stamp,
        new Command.SubmitEntry(
            event, user, new RequestId(user.value().substring(0, 1) + "-1"), Instant.EPOCH));
  }

  /** Many at once, which are in the log when this returns. */
  public void enterAll(EventId event, List<UserId> users) {
    for (UserId user : users) {
      var request = new RequestId(user.value());
      producer.send(record(null, new Command.SubmitEntry(event, user, request, Instant.EPOCH)));
    }
    producer.flush();
  }

  public void closePromotion(EventId event) {
    append(
        null,
        new Command.ClosePromotion(
            event, new RequestId("close"), Instant.EPOCH, CloseCause.MANUAL));
  }

  public void retirePromotion(EventId event, Duration retention) {
    append(
        null,
        new Command.RetirePromotion(
            event, new RequestId("retire"), Instant.EPOCH, retention.toMillis()));
  }

  private void append(@Nullable Long stamp, Command command) {
    send(record(stamp, command));
  }

  private static ProducerRecord<byte[], byte[]> record(@Nullable Long stamp, Command command) {
    return new ProducerRecord<>(
        Topics.ENTRIES.name(),
        0,
        stamp,
        command.eventId().value().getBytes(UTF_8),
        Json.strict().writeValueAsBytes(command),
        Headers.of(command));
  }

  public void raw(
      Topic<?> topic, @Nullable String key, byte @Nullable [] value, String... headers) {
    var all = new RecordHeaders();
    for (String header : headers) {
      all.add(header, "1".getBytes(UTF_8));
    }
    byte[] keyBytes = key == null ? null : key.getBytes(UTF_8);
    send(new ProducerRecord<>(topic.name(), 0, keyBytes, value, all));
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    try {
      producer.send(record).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Everything committed so far. */
  public List<ConsumerRecord<byte[], byte[]>> read(Topic<?> topic) {
    return read(topic.name());
  }

  /** As {@link #read(Topic)}, of a topic that is not ours to read. */
  public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
    var partition = new TopicPartition(topic, 0);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  public History history() {
    List<Result> results =
        read(Topics.RESULTS).stream().map(record -> parse(Topics.RESULTS, record)).toList();
    List<WinnerRecord> winners =
        read(Topics.WINNERS).stream()
            .map(
                record ->
                    new WinnerRecord(
                        String.valueOf(Headers.text(record.headers(), Headers.DEDUP_ID)),
                        new String(record.value(), UTF_8),
                        parse(Topics.WINNERS, record)))
            .toList();
    return new History(results, winners);
  }

  /** Of one promotion; what stands there beside is not looked at. */
  public List<Winner> winners(EventId event) {
    return read(Topics.WINNERS).stream()
        .filter(record -> record.headers().lastHeader(Headers.DEDUP_ID) != null)
        .map(record -> parse(Topics.WINNERS, record))
        .filter(winner -> winner.eventId().equals(event))
        .toList();
  }

  public static <V> V parse(Topic<V> topic, ConsumerRecord<byte[], byte[]> record) {
    return topic.value().deserializer().deserialize(topic.name(), record.value());
  }

  public static List<UserId> people(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> new UserId(i + "-person")).toList();
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
