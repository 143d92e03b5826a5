package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two brokers: one coordinates, the other leads two topics and is away when a transaction ends.
 * That is how Kafka leaves one open for ever.
 */
class ITHangingTransactions {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int COORDINATES = 0;
  private static final int GOES_AWAY = 1;
  private static final TopicPartition WINNERS = new TopicPartition(Topics.WINNERS.name(), 0);
  private static final TopicPartition PROMOTIONS = new TopicPartition(Topics.PROMOTIONS.name(), 0);
  private static final TopicPartition RESULTS = new TopicPartition(Topics.RESULTS.name(), 0);

  private static KafkaClusterTestKit cluster;
  private static Admin admin;

  private final HangingTransactions hanging =
      new HangingTransactions(admin, address(), Duration.ZERO, System::nanoTime);

  @BeforeAll
  static void open() throws Exception {
    var builder =
        new KafkaClusterTestKit.Builder(
            new TestKitNodes.Builder().setNumControllerNodes(1).setNumBrokerNodes(2).build());
    RealBroker.ALONE.forEach(builder::setConfigProp);
    builder.setConfigProp("transaction.state.log.num.partitions", "1");
    builder.setConfigProp("offsets.topic.num.partitions", "1");
    // How long the broker that comes back waits for its own earlier registration.
    builder.setConfigProp("broker.session.timeout.ms", "2000");
    builder.setConfigProp("broker.heartbeat.interval.ms", "500");
    cluster = builder.build();
    cluster.format();
    cluster.startup();
    cluster.waitForReadyBrokers();
    admin = Admin.create(address());
    admin
        .createTopics(
            List.of(
                on("__transaction_state", COORDINATES),
                on("__consumer_offsets", COORDINATES),
                on(RESULTS.topic(), COORDINATES),
                on(WINNERS.topic(), GOES_AWAY),
                on(PROMOTIONS.topic(), GOES_AWAY)))
        .all()
        .get();
  }

  private static NewTopic on(String topic, int broker) {
    return new NewTopic(topic, Map.of(0, List.of(broker)));
  }

  private static Map<String, Object> address() {
    return Map.of("bootstrap.servers", cluster.bootstrapServers());
  }

  @AfterAll
  static void close() throws Exception {
    admin.close();
    cluster.close();
  }

  @Test
  void abortedOne_isEnded_andCommittedOne_isLeftAloneAndReported() throws Exception {
    String aborted = "nth-sequencer-aborted-1";
    String committed = "nth-sequencer-committed-1";
    // The one is over soon, the other has time enough to commit.
    try (var first = begin(aborted, 1_000, WINNERS);
        var second = begin(committed, 60_000, PROMOTIONS)) {
      first.flush();
      var away = cluster.brokers().get(GOES_AWAY);
      away.shutdown();
      away.awaitShutdown();
      await().atMost(LIMIT).until(() -> !hasLeader());
      second.commitTransaction();
      await().atMost(LIMIT).until(() -> isComplete(aborted) && isComplete(committed));
      away.startup();
    }
    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(() -> unread(WINNERS) > 0 && unread(PROMOTIONS) > 0);

    for (int i = 0; i < 3; i++) {
      assertThat(hanging.look())
          .singleElement()
          .asString()
          .contains("nth.promotions-0")
          .contains("was committed: never abort it");
    }
    await().atMost(LIMIT).until(() -> unread(WINNERS) == 0);
    assertThat(unread(PROMOTIONS)).isPositive();
    assertThat(unread(RESULTS)).isZero();
  }

  private static KafkaProducer<byte[], byte[]> begin(
      String transactionalId, int timeoutMs, TopicPartition at) throws Exception {
    var producer = producer(transactionalId, timeoutMs);
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(new ProducerRecord<>(RESULTS.topic(), "r".getBytes(UTF_8))).get();
    producer.send(new ProducerRecord<>(at.topic(), "w".getBytes(UTF_8))).get();
    return producer;
  }

  private static KafkaProducer<byte[], byte[]> producer(String transactionalId, int timeoutMs) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            cluster.bootstrapServers(),
            "transactional.id",
            transactionalId,
            "transaction.timeout.ms",
            timeoutMs),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static boolean hasLeader() throws ExecutionException, InterruptedException {
    var described =
        admin.describeTopics(List.of(WINNERS.topic(), PROMOTIONS.topic())).allTopicNames().get();
    return described.values().stream()
        .anyMatch(topic -> topic.partitions().get(0).leader() != null);
  }

  private static boolean isComplete(String transactionalId)
      throws ExecutionException, InterruptedException {
    var state =
        admin.describeTransactions(List.of(transactionalId)).description(transactionalId).get();
    return state.state() == TransactionState.COMPLETE_ABORT
        || state.state() == TransactionState.COMPLETE_COMMIT;
  }

  /** How many offsets at the end a reader of what is committed does not get to. */
  private static long unread(TopicPartition at) throws ExecutionException, InterruptedException {
    return end(at, IsolationLevel.READ_UNCOMMITTED) - end(at, IsolationLevel.READ_COMMITTED);
  }

  private static long end(TopicPartition at, IsolationLevel isolation)
      throws ExecutionException, InterruptedException {
    return admin
        .listOffsets(Map.of(at, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
        .partitionResult(at)
        .get()
        .offset();
  }
}
