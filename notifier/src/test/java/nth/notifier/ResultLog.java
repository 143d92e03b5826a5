package nth.notifier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Partitions;
import nth.contract.Result;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** A real {@code nth.results}, written in real transactions as the sequencer does. */
final class ResultLog implements AutoCloseable {

  private final int partitions;
  private final RealBroker broker = RealParts.broker();
  private final Admin admin;
  private final Producer<byte[], byte[]> producer;
  private final Map<Integer, AtomicLong> commands = new ConcurrentHashMap<>();

  ResultLog(int partitions) {
    this.partitions = partitions;
    this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "transactional.id",
                "notifier-test",
                "key.serializer",
                ByteArraySerializer.class,
                "value.serializer",
                ByteArraySerializer.class));
    createTopics();
    producer.initTransactions();
  }

  void interruptBroker() {
    broker.interrupt();
  }

  void resumeBroker() {
    broker.resume();
  }

  /** Everybody reads without one. */
  boolean hasGroups() {
    return !result(admin.listGroups().all()).isEmpty();
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  int partitions() {
    return partitions;
  }

  /** A promotion with a name of its own. */
  Story story() {
    return story(new EventId("e-" + UUID.randomUUID()));
  }

  Story story(EventId eventId) {
    int partition = Partitions.of(eventId, partitions);
    return new Story(
        eventId, partition, commands.computeIfAbsent(partition, p -> new AtomicLong()));
  }

  /**
   * @return the offset of the last one
   */
  long commit(Result... results) {
    producer.beginTransaction();
    long last = send(results);
    producer.commitTransaction();
    return last;
  }

  /** On the log for ever, and never to be seen. */
  void abort(Result... results) {
    abort(() -> {}, results);
  }

  /**
   * @param meanwhile while they are on the log and undecided
   */
  void abort(Runnable meanwhile, Result... results) {
    producer.beginTransaction();
    send(results);
    meanwhile.run();
    producer.abortTransaction();
  }

  /** As {@link #abort}, with the transaction open meanwhile: nobody can be sure to know all. */
  void abortAfter(Runnable meanwhile, Result... results) {
    producer.beginTransaction();
    send(results);
    try {
      meanwhile.run();
    } finally {
      producer.abortTransaction();
    }
  }

  private long send(Result... results) {
    List<Future<RecordMetadata>> sent =
        Stream.of(results).map(result -> producer.send(record(result))).toList();
    producer.flush();
    return result(sent.get(sent.size() - 1)).offset();
  }

  private ProducerRecord<byte[], byte[]> record(Result result) {
    EventId eventId = result.origin().eventId();
    byte[] value = Topics.RESULTS.value().serializer().serialize(Topics.RESULTS.name(), result);
    return new ProducerRecord<>(
        Topics.RESULTS.name(),
        Partitions.of(eventId, partitions),
        eventId.value().getBytes(UTF_8),
        value,
        Headers.of(result));
  }

  void commitRaw(int partition, byte[]... values) {
    producer.beginTransaction();
    for (byte[] value : values) {
      producer.send(
          new ProducerRecord<byte[], byte[]>(Topics.RESULTS.name(), partition, null, value));
    }
    producer.commitTransaction();
  }

  /** Another log of the same name. */
  void recreateTopics() {
    deleteTopics();
    createTopics();
  }

  void deleteTopics() {
    List<String> names = Topics.ALL.stream().map(topic -> topic.name()).toList();
    result(admin.deleteTopics(names).all().toCompletionStage().toCompletableFuture());
    Awaitility.await()
        .until(
            () ->
                result(admin.listTopics().names().toCompletionStage().toCompletableFuture())
                    .stream()
                    .noneMatch(names::contains));
    commands.clear();
  }

  /** As a wrong retention would. */
  void loseResultsBefore(int partition, long offset) {
    var lost =
        Map.of(
            new TopicPartition(Topics.RESULTS.name(), partition),
            RecordsToDelete.beforeOffset(offset));
    result(admin.deleteRecords(lost).all().toCompletionStage().toCompletableFuture());
  }

  void createTopics() {
    createTopics(partitions);
  }

  /** As others may have done, who wanted another number of partitions. */
  void createTopics(int partitions) {
    try {
      TopicSettings settings = new TopicSettings(partitions, 1, 1);
      Topics.create(admin, settings);
      Awaitility.await()
          .until(() -> Topics.verify(admin, settings, Topics.ALL).missing().isEmpty());
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
    broker.close();
  }
}
