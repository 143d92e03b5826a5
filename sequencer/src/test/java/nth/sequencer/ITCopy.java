package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All brokers are lost, and there is a copy of the log. */
class ITCopy extends OnARealBroker {

  @TempDir private Path folder;

  @Test
  @Procedure("Keep a copy of the log")
  @Procedure("All brokers are lost")
  @Procedure("The log has another number of partitions")
  void copiedLog_givesTheSameResultsInAnotherCluster_byteForByte() throws Exception {
    try (RealDatabase database = RealParts.database()) {
      Map<String, String> settings = settings(database);
      List<String> before;
      try (var line = start(RunningSequencer.freshStateDir(), settings)) {
        awaitReady(line);
        before = copiedHistory(line, settings);
      }
      addPartitions();
      assertThat(copy(settings)).contains("nth.entries-0: 0 records copied, 10 in all");
      loseAllBrokers();

      Asked restored = ask(settings, "restore", "--from", folder.toString());

      assertThat(restored.said()).contains("nth.entries-0: 10 records restored");
      assertThat(restored.code()).as(restored.said()).isZero();
      assertThat(ask(settings, "restore", "--from", folder.toString()).said())
          .contains("nth.entries-0 is not empty");
      settings.put("nth.sequencer.accept-create-time", "true");
      try (var line = start(RunningSequencer.freshStateDir(), settings)) {
        awaitReady(line);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(published()).isEqualTo(before));
        Asked audit = ask(settings, "audit");
        assertThat(audit.code()).as(audit.said()).isZero();
        wire.enter(EVENT, Wire.people(9, 9).get(0));
        awaitNumbers(line, 6);
      }
      Guarantee.assertAllHold(wire.history());
    }
  }

  /** Copied in three steps, of which the last has nothing to do. */
  private List<String> copiedHistory(RunningSequencer line, Map<String, String> settings)
      throws Exception {
    wire.define(EVENT, false, 2, 9);
    Wire.people(1, 3).forEach(user -> wire.enter(EVENT, user));
    wire.raw(Topics.ENTRIES, EVENT.value(), new byte[] {0, (byte) 0xff, '\n'});
    assertThat(copy(settings)).contains("nth.entries-0: 5 records copied, 5 in all");
    Files.writeString(folder.resolve("nth.entries-0.tmp"), "of a copy that was killed");
    wire.raw(Topics.ENTRIES, null, null, "x");
    Wire.people(3, 5).forEach(user -> wire.enter(EVENT, user));
    wire.define(new EventId("other"), true, 1);
    awaitNumbers(line, 5);
    await().atMost(LIMIT).until(() -> wire.read(Topics.PROMOTIONS).size() >= 3);
    assertThat(copy(settings)).contains("nth.entries-0: 5 records copied, 10 in all");
    assertThat(copy(settings)).contains("nth.entries-0: 0 records copied, 10 in all");
    return published();
  }

  private String copy(Map<String, String> settings) {
    return ask(settings, "copy", "--to", folder.toString()).said();
  }

  private void addPartitions() throws Exception {
    var more = Map.of(Topics.ENTRIES.name(), NewPartitions.increaseTo(3));
    wire.admin.createPartitions(more).all().get();
  }

  private void loseAllBrokers() {
    close();
    open();
  }

  private List<String> published() {
    return Stream.<Topic<?>>of(Topics.RESULTS, Topics.WINNERS, Topics.PROMOTIONS)
        .flatMap(topic -> wire.read(topic).stream())
        .map(ITCopy::inFull)
        .toList();
  }

  private static String inFull(ConsumerRecord<byte[], byte[]> record) {
    return "%s %d %s %s"
        .formatted(
            record.topic(),
            record.timestamp(),
            Arrays.toString(record.headers().toArray()),
            new String(record.value(), UTF_8));
  }

  private static Map<String, String> settings(RealDatabase database) {
    return new TreeMap<>(
        Map.of(
            "spring.datasource.url", database.url(),
            "spring.datasource.username", database.user(),
            "spring.datasource.password", database.password()));
  }
}
