package nth.sequencer.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class AuditListeningTest {

  private static final String WINNERS = Topics.WINNERS.name();
  private static final List<TopicPartition> FIRST = List.of(new TopicPartition(WINNERS, 0));

  private final AuditAlarm alarm = new AuditAlarm(new SimpleMeterRegistry());
  private final AuditListening listening = new AuditListening(WINNERS, alarm);
  // It is not asked here.
  private final Consumer<byte[], byte[]> nobody =
      new KafkaConsumer<>(
          Map.of("bootstrap.servers", "localhost:1"),
          new ByteArrayDeserializer(),
          new ByteArrayDeserializer());

  @BeforeEach
  void waitForTheDatabase() {
    alarm.mirroring(AuditAlarm.TABLES);
    alarm.waiting(WINNERS, "the database is away");
  }

  @AfterEach
  void close() {
    nobody.close(CloseOptions.timeout(Duration.ZERO));
  }

  @Test
  void partitionsThatAnotherMirrors_areNotWaitedForHere() {
    listening.onPartitionsRevokedAfterCommit(nobody, FIRST);

    assertThat(alarm.health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void partitionsThatWereLost_areNotWaitedForHere() {
    listening.onPartitionsLost(nobody, FIRST);

    assertThat(alarm.health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void whereNothingWasTaken_theWaitGoesOn() {
    listening.onPartitionsRevokedAfterCommit(nobody, List.of());

    assertThat(alarm.health().getStatus()).isEqualTo(Status.DOWN);
  }
}
