package nth.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ITTopics {

  private static final TopicSettings ONE = new TopicSettings(1, 1, 1);

  private RealBroker broker;
  private Admin admin;

  // O-74: even where the broker's own defaults would compact.
  @BeforeEach
  void start() {
    broker = RealParts.broker(Map.of("log.cleanup.policy", "compact"));
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  @AfterEach
  void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void createdTopics_areSound_andCreatingAgainChangesNothing() throws Exception {
    assertThat(Topics.verify(admin, ONE, Topics.ALL).missing()).hasSize(Topics.ALL.size());

    create();
    Topics.Findings first = Topics.verify(admin, ONE, Topics.ALL);
    create();

    assertThat(first.faults()).isEmpty();
    assertThat(Topics.verify(admin, ONE, Topics.ALL)).isEqualTo(first);
  }

  // O-07, O-74
  @Test
  void alteredTopics_areNamedWithWhatIsWrong() throws Exception {
    create();
    admin.createPartitions(Map.of("nth.entries", NewPartitions.increaseTo(3))).all().get();
    alter("nth.winners", "cleanup.policy", "compact");
    alter("nth.entries", "message.timestamp.type", "CreateTime");
    alter("nth.results", "retention.ms", "3600000");

    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Topics.verify(admin, ONE, Topics.ALL).faults().size() == 4);
    assertThat(Topics.verify(admin, ONE, Topics.ALL).faults())
        .containsExactlyInAnyOrder(
            "nth.entries has 3 partitions and must have 1",
            "nth.entries has message.timestamp.type=CreateTime and must have LogAppendTime",
            "nth.results has retention.ms=3600000 and must have -1",
            "nth.winners has cleanup.policy=compact and must have delete");
  }

  @Test
  void otherReplication_isNamed() throws Exception {
    create();

    assertThat(Topics.verify(admin, new TopicSettings(1, 3, 2), List.of(Topics.ENTRIES)).faults())
        .contains(
            "nth.entries has 1 replicas and must have 3",
            "nth.entries has min.insync.replicas=1 and must have 2");
  }

  @Test
  void topicsThatKafkaKeepsForTheLine_areNamedWhereTheyAreWeakerThanItsOwn() throws Exception {
    TopicSettings cluster = new TopicSettings(1, 3, 2);
    create();
    assertThat(internalFaults(cluster)).isEmpty();

    String changelog = "state-changelog";
    admin.createTopics(List.of(new NewTopic(changelog, 1, (short) 1))).all().get();
    useGroupsAndTransactions();

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(internalFaults(cluster))
                    .containsExactlyInAnyOrder(
                        "__consumer_offsets has 1 replicas and must have at least 3",
                        "__transaction_state has 1 replicas and must have at least 3",
                        "__transaction_state has min.insync.replicas=1 and must have at least 2",
                        "state-changelog has 1 replicas and must have at least 3",
                        "state-changelog has min.insync.replicas=1 and must have at least 2"));
    assertThat(Topics.verifyWithInternal(admin, ONE, List.of(changelog)).faults().isEmpty())
        .isTrue();
  }

  private List<String> internalFaults(TopicSettings settings) throws Exception {
    return Topics.verifyWithInternal(admin, settings, List.of("state-changelog")).faults().stream()
        .filter(fault -> !fault.startsWith("nth."))
        .toList();
  }

  /** Kafka makes its own topics when they are first needed. */
  private void useGroupsAndTransactions() throws Exception {
    var position = Map.of(new TopicPartition("nth.entries", 0), new OffsetAndMetadata(0));
    admin.alterConsumerGroupOffsets("group", position).all().get();
    Map<String, Object> config =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "line");
    try (var producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
    }
  }

  @Test
  void foreignTopic_isLeftAsItIsAndNamed() throws Exception {
    admin.createTopics(List.of(new NewTopic("nth.entries", 2, (short) 1))).all().get();

    create();

    List<String> faults = new ArrayList<>(Topics.verify(admin, ONE, Topics.ALL).faults());
    assertThat(faults).contains("nth.entries has 2 partitions and must have 1");
    assertThat(faults).contains("nth.entries has cleanup.policy=compact and must have delete");
  }

  // O-09 turned round: a broker clock that steps back must not refuse what the log time was.
  @Test
  void stampsFarAheadOfTheBrokersClock_areTakenOnEveryTopicTheLineWrites() throws Exception {
    create();
    long ahead = System.currentTimeMillis() + Duration.ofDays(2).toMillis();
    Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());

    try (var producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      for (Topic<?> topic :
          List.of(Topics.RESULTS, Topics.WINNERS, Topics.PROMOTIONS, Topics.DEAD_LETTERS)) {
        var record = new ProducerRecord<>(topic.name(), 0, ahead, "key", "value");
        assertThat(producer.send(record).get().offset()).as(topic.name()).isZero();
      }
    }
  }

  /** Waits until the broker has heard of them from its controller. */
  private void create() throws Exception {
    Topics.create(admin, ONE);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Topics.verify(admin, ONE, Topics.ALL).missing().isEmpty());
  }

  private void alter(String topic, String key, String value) throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    var change = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all().get();
  }
}
