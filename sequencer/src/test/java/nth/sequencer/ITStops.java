package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a line must not go on with: it says so in one sentence, and the process ends. */
class ITStops extends OnARealBroker {

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
  @Procedure("A newer ingress is running")
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
  @Procedure("The log carries times of its senders")
  void sendersTime_stopsTheLine() throws Exception {
    Topics.create(wire.admin, new TopicSettings(1, 1, 1));
    setOnEntries("message.timestamp.type", "CreateTime");
    wire.define(EVENT, false, 2);
    setOnEntries("message.timestamp.type", "LogAppendTime");

    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitExit(line, "nth.entries at 0-0 carries CreateTime, a time its sender chose");
    }
  }

  @Test
  void sessionTimeoutBelowTheBrokersMinimum_stopsTheLine() {
    var tooShort = Map.of("nth.sequencer.session-timeout", "1s");

    try (var line = start(RunningSequencer.freshStateDir(), tooShort)) {
      awaitExit(line, "set its group.min.session.timeout.ms to as much or less");
    }
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
  void kafkasOwnTopics_weakerThanTheSettings_refuseTheStart() {
    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
    }
    var cluster = Map.of("nth.replication-factor", "3", "nth.min-insync-replicas", "2");

    try (var line = start(RunningSequencer.freshStateDir(), cluster)) {
      awaitExit(line, "__consumer_offsets has 1 replicas and must have at least 3");
      awaitExit(line, "__transaction_state has min.insync.replicas=1 and must have at least 2");
      awaitExit(line, "nth-sequencer-guard-changelog has 1 replicas and must have at least 3");
    }
  }

  @Test
  @Tag("O-07")
  void addedPartitions_stopARunningLine() throws Exception {
    try (var line = numbering()) {
      var more = Map.of(Topics.ENTRIES.name(), NewPartitions.increaseTo(3));
      wire.admin.createPartitions(more).all().get();

      assertStopped(line, "nth.entries has 3 partitions and must have 1");
      assertNoFurtherNumber();
    }
  }

  @Test
  @Tag("O-74")
  @Procedure("A topic was altered")
  void compaction_stopsARunningLine_untilItIsUndone() throws Exception {
    try (var line = numbering()) {
      setOnEntries("cleanup.policy", "compact");

      assertStopped(line, "nth.entries has cleanup.policy=compact and must have delete");
      assertNoFurtherNumber();
    }
    setOnEntries("cleanup.policy", "delete");
    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      awaitNumbers(line, 2);
    }
  }

  @Test
  @Tag("O-12")
  void deletedTopic_stopsARunningLine() throws Exception {
    try (var line = numbering()) {
      wire.admin.deleteTopics(List.of(Topics.ENTRIES.name())).all().get();

      assertStopped(line, "nth.entries is gone");
    }
  }

  @Test
  @Tag("O-05")
  void commandThatFailsEveryTime_isTriedAgainThreeTimes_andStopsTheLine() throws Exception {
    numbering().close();
    byte[] unreadable = "\1not json".getBytes(UTF_8);
    try (var producer = wire.producer(Map.of())) {
      String state = "nth-sequencer-promotions-changelog";
      var corrupt = new ProducerRecord<>(state, 0, EVENT.value().getBytes(UTF_8), unreadable);
      producer.send(corrupt).get();
    }

    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      wire.enter(EVENT, Wire.people(2, 2).get(0));
      assertStopped(line, "The line failed 4 times in 5 minutes");
      assertThat(numbers()).containsExactly(1L);
      assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
    }
  }

  /** A line that has given one number, and looks at its topics all the time. */
  private RunningSequencer numbering() {
    var line =
        start(
            RunningSequencer.freshStateDir(),
            Map.of("nth.sequencer.topic-watch-interval", "200ms"));
    awaitReady(line);
    wire.define(EVENT, false, 9);
    wire.enter(EVENT, Wire.people(1, 1).get(0));
    awaitNumbers(line, 1);
    return line;
  }

  private static void assertStopped(RunningSequencer line, String sentence) {
    awaitExit(line, sentence);
    assertThat(line.health("liveness")).isEqualTo(503);
    assertThat(line.health("readiness")).isEqualTo(503);
    assertThat(line.exits()).hasSize(1);
  }

  private void assertNoFurtherNumber() {
    wire.enter(EVENT, Wire.people(2, 2).get(0));
    await()
        .during(Duration.ofSeconds(2))
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(numbers()).containsExactly(1L));
  }
}
