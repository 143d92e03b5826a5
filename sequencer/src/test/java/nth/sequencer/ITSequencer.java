package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import nth.contract.EventId;
import nth.contract.Result.EntryNumbered;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The line on a real broker that creates no topic by itself, and without any database. */
class ITSequencer {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final EventId EVENT = new EventId("opening");

  private RealBroker broker;
  private Wire wire;

  @BeforeEach
  void open() {
    broker = RealParts.broker();
    wire = new Wire(broker.bootstrapServers());
  }

  @AfterEach
  void close() {
    wire.close();
    broker.close();
  }

  @Test
  @Tag("O-13")
  @Tag("O-74")
  void numbers_goOnAcrossRestarts_withTheirStateAndWithout() {
    Path stateDir = RunningSequencer.freshStateDir();
    try (var first = start(stateDir)) {
      awaitReady(first);
      wire.define(EVENT, false, 2, 8);
      Wire.people(1, 3).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(first, 3);
    }
    Wire.people(2, 6).forEach(user -> wire.enter(EVENT, user));
    try (var second = start(stateDir)) {
      awaitReady(second);
      awaitNumbers(second, 6);
    }
    Wire.people(5, 9).forEach(user -> wire.enter(EVENT, user));
    try (var third = start(RunningSequencer.freshStateDir())) {
      awaitReady(third);
      awaitNumbers(third, 9);
      assertThat(third.exits()).isEmpty();
    }
    Guarantee.assertAllHold(wire.history());
    assertThat(wire.history().winners()).hasSize(2);
    assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
  }

  @Test
  @Tag("O-03")
  void poison_isPutAside_andTheLineGoesOn() {
    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      wire.define(EVENT, false, 2);
      wire.raw(Topics.ENTRIES, EVENT.value(), "not json".getBytes(UTF_8));
      wire.raw(Topics.ENTRIES, null, null);
      wire.enter(EVENT, Wire.people(1, 1).get(0));
      awaitNumbers(line, 1);
      assertThat(wire.read(Topics.DEAD_LETTERS)).hasSize(2);
      assertThat(line.health("liveness")).isEqualTo(200);
    }
  }

  @Test
  void abortedFirstTransaction_isNoHistory() throws Exception {
    Topics.create(wire.admin, new TopicSettings(1, 1, 1));
    writeResult(false);
    wire.define(EVENT, false, 2);
    wire.enter(EVENT, Wire.people(1, 1).get(0));

    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      awaitNumbers(line, 1);
    }
  }

  @Test
  void historyWithoutItsState_stopsTheLine() throws Exception {
    Topics.create(wire.admin, new TopicSettings(1, 1, 1));
    writeResult(true);

    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitExit(line, "nth.results-0 holds decisions but their state is gone");
      await().atMost(LIMIT).until(() -> line.health("readiness") == 503);
      assertThat(line.health("liveness")).isEqualTo(503);
    }
  }

  @Test
  void commandOfANewerIngress_stopsTheLine_andIsDecidedByNobody() {
    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      byte[] value = "{\"type\":\"draw_lots\",\"v\":2}".getBytes(UTF_8);
      wire.raw(Topics.ENTRIES, EVENT.value(), value, "nth-v");
      awaitExit(line, "nth.entries at 0-0 was accepted by a newer ingress");
      assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
      assertThat(line.exits()).hasSize(1);
    }
  }

  @Test
  @Tag("O-08")
  @Tag("O-09")
  void sendersTime_stopsTheLine() throws Exception {
    Topics.create(wire.admin, new TopicSettings(1, 1, 1));
    stampEntriesWith("CreateTime");
    wire.define(EVENT, false, 2);
    stampEntriesWith("LogAppendTime");

    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitExit(line, "nth.entries at 0-0 carries CreateTime, a time its sender chose");
    }
  }

  private void stampEntriesWith(String type) throws Exception {
    var topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.ENTRIES.name());
    var entry = new ConfigEntry("message.timestamp.type", type);
    var change = new AlterConfigOp(entry, AlterConfigOp.OpType.SET);
    wire.admin.incrementalAlterConfigs(Map.of(topic, List.of(change))).all().get();
    await()
        .atMost(LIMIT)
        .until(
            () ->
                wire.admin
                    .describeConfigs(List.of(topic))
                    .all()
                    .get()
                    .get(topic)
                    .get(entry.name())
                    .value()
                    .equals(type));
  }

  @Test
  @Tag("O-07")
  void addedPartitions_refuseTheNextStart() throws Exception {
    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      wire.define(EVENT, false, 2);
    }
    String entries = Topics.ENTRIES.name();
    wire.admin.createPartitions(Map.of(entries, NewPartitions.increaseTo(3))).all().get();

    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitExit(line, "nth.entries has 3 partitions and must have 1");
      assertThat(line.health("readiness")).isEqualTo(503);
    }
  }

  @Test
  @Tag("O-74")
  void compactedEntries_refuseTheStart() throws Exception {
    var compacted = new NewTopic(Topics.ENTRIES.name(), 1, (short) 1);
    wire.admin
        .createTopics(List.of(compacted.configs(Map.of("cleanup.policy", "compact"))))
        .all()
        .get();

    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitExit(line, "nth.entries has cleanup.policy=compact and must have delete");
    }
  }

  @Test
  @Tag("O-10")
  void secondProcessOnTheSameFolder_isRefused_andTheFirstGoesOn() {
    Path stateDir = RunningSequencer.freshStateDir();
    try (var first = start(stateDir)) {
      awaitReady(first);
      try (var second = start(stateDir)) {
        awaitExit(second, "The line cannot begin");
      }
      wire.define(EVENT, false, 2);
      wire.enter(EVENT, Wire.people(1, 1).get(0));
      awaitNumbers(first, 1);
    }
  }

  @Test
  void brokerThatIsAway_isWaitedFor() {
    Map<String, String> quickToGiveUp =
        Map.of(
            "spring.kafka.properties.request.timeout.ms", "1000",
            "spring.kafka.properties.default.api.timeout.ms", "2000");
    try (var line =
        new RunningSequencer("localhost:1", RunningSequencer.freshStateDir(), quickToGiveUp)) {
      assertThat(line.health("liveness")).isEqualTo(200);
      assertThat(line.health("readiness")).isEqualTo(503);
      assertThat(line.exits()).isEmpty();
    }
  }

  private RunningSequencer start(Path stateDir) {
    return new RunningSequencer(broker.bootstrapServers(), stateDir, Map.of());
  }

  private static void awaitReady(RunningSequencer line) {
    await()
        .atMost(LIMIT)
        .failFast(() -> assertThat(line.exits()).isEmpty())
        .until(() -> line.health("readiness") == 200);
  }

  private static void awaitExit(RunningSequencer line, String sentence) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(line.exits()).first().asString().contains(sentence));
  }

  private void awaitNumbers(RunningSequencer line, long last) {
    List<Long> expected = LongStream.rangeClosed(1, last).boxed().toList();
    await()
        .atMost(LIMIT)
        .failFast(() -> assertThat(line.exits()).isEmpty())
        .untilAsserted(() -> assertThat(numbers()).isEqualTo(expected));
  }

  private List<Long> numbers() {
    return wire.history().results().stream()
        .filter(EntryNumbered.class::isInstance)
        .map(EntryNumbered.class::cast)
        .filter(result -> result.origin().isEffect())
        .map(result -> result.seq().value())
        .toList();
  }

  /** As an earlier sequencer would have, whose first attempt was committed or not. */
  private void writeResult(boolean commit) {
    try (var producer = wire.producer(Map.of("transactional.id", "earlier"))) {
      producer.initTransactions();
      producer.beginTransaction();
      byte[] key = EVENT.value().getBytes(UTF_8);
      producer.send(new ProducerRecord<>(Topics.RESULTS.name(), 0, key, key));
      producer.flush();
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }
}
