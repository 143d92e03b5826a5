package nth.sequencer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.sequencer.Wire;
import nth.sequencer.operator.Operator;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics on a real broker that no sequencer has worked on. */
class ITLogsThatCannotHold {

  private static final EventId EVENT = new EventId("opening");
  private static final UserId ALICE = new UserId("alice");

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private RealBroker broker;
  private Wire wire;

  @BeforeEach
  void start() {
    broker = RealParts.broker();
    wire = new Wire(broker.bootstrapServers());
  }

  @AfterEach
  void stop() {
    wire.close();
    broker.close();
  }

  @Test
  void missingTopics_couldNotBeRead() {
    assertThat(audit(Map.of())).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly("nth.entries does not exist on this broker.");
  }

  @Test
  void logWithoutItsBeginning_couldNotBeRead() throws Exception {
    Topics.create(wire.admin, new TopicSettings(1, 1, 1));
    wire.define(EVENT, true, 2);
    wire.enter(EVENT, ALICE);
    var first = new TopicPartition(Topics.ENTRIES.name(), 0);
    wire.admin.deleteRecords(Map.of(first, RecordsToDelete.beforeOffset(1))).all().get();

    assertThat(audit(Map.of())).isEqualTo(2);
    assertThat(err.toString()).contains("nth.entries-0 starts at offset 1");
  }

  @Test
  void otherNumberOfPartitions_couldNotBeRead() throws Exception {
    Topics.create(wire.admin, new TopicSettings(3, 1, 1));

    assertThat(audit(Map.of())).isEqualTo(2);
    assertThat(err.toString()).contains("has 3 partitions and should have 1: set NTH_PARTITIONS");
    assertThat(audit(Map.of("nth.partitions", "3"))).isZero();
  }

  @Test
  void commandThatWaitsForMoreThanAMinute_isAViolation() throws Exception {
    // With append times a test would have to wait for that minute.
    var sendersTime = new NewTopic(Topics.ENTRIES.name(), 1, (short) 1);
    wire.admin.createTopics(List.of(sendersTime)).all().get();
    Topics.create(wire.admin, new TopicSettings(1, 1, 1));
    wire.enter(EVENT, ALICE, Instant.now().minusSeconds(120).toEpochMilli());

    assertThat(audit(Map.of())).isEqualTo(2);
    assertThat(err.toString()).contains("nth.entries at 0-0 carries a time its sender chose");

    assertThat(audit(Map.of("nth.sequencer.accept-create-time", "true"))).isEqualTo(1);
    assertThat(out.toString())
        .contains("K3 undecided: nth.entries (command 0-0): submit_entry has had no answer for 12")
        .endsWith("violated: 1 undecided" + System.lineSeparator());
  }

  private int audit(Map<String, String> more) {
    Map<String, String> settings = new java.util.TreeMap<>(more);
    settings.put("spring.kafka.bootstrap-servers", broker.bootstrapServers());
    settings.forEach(System::setProperty);
    try {
      return Operator.with(List.of(AuditCommand.class), new PrintWriter(out), new PrintWriter(err))
          .run("audit", "--no-database", "--work-dir=" + folder.resolve("work"));
    } finally {
      settings.keySet().forEach(System::clearProperty);
    }
  }
}
