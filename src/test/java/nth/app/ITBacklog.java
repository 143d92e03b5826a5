package nth.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ITBacklog {

  private static final TopicPartition WINNERS = new TopicPartition(Topics.WINNERS.name(), 0);
  private static final Instant NOW = Instant.parse("2030-05-06T12:00:00Z");
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String GROUP = "readers";

  private RealBroker broker;
  private Admin admin;
  private Producer<byte[], byte[]> writer;
  private Backlog backlog;

  @BeforeEach
  void start() throws Exception {
    broker = RealParts.broker();
    Map<String, Object> address = Map.of("bootstrap.servers", broker.bootstrapServers());
    admin = Admin.create(address);
    Topics.create(admin, new TopicSettings(1, 1, 1));
    writer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "writer"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    writer.initTransactions();
    backlog =
        new Backlog(
            admin, address, GROUP, List.of(WINNERS), IsolationLevel.READ_COMMITTED, () -> NOW);
  }

  @AfterEach
  void stop() {
    backlog.close();
    writer.close(Duration.ZERO);
    admin.close(Duration.ofSeconds(2));
    broker.close();
  }

  @Test
  void oldestRecordThatWaits_tellsTheAge_andMarkersAtTheEndAreNothingThatWaits() throws Exception {
    assertThat(backlog.oldest()).isEmpty();
    awaitSeen(Duration.ZERO, 0);

    commit(NOW.minusSeconds(90));
    commit(NOW.minusSeconds(30));
    awaitSeen(Duration.ofSeconds(90), 4);

    taken(1);
    awaitSeen(Duration.ofSeconds(30), 3);

    // A listener commits the offset behind its record, before the marker.
    taken(3);
    awaitSeen(Duration.ZERO, 0);
    backlog.look();
    assertThat(backlog.shares().get(WINNERS).behind()).isZero();

    // The broker's clock is ahead.
    commit(NOW.plusSeconds(5));
    awaitSeen(Duration.ZERO, 3);
  }

  @Test
  @Tag("O-70")
  void brokerThatIsAway_leavesWhatWasSeen_andItIsSaidForHowLong() throws Exception {
    commit(NOW.minusSeconds(90));
    awaitSeen(Duration.ofSeconds(90), 2);

    broker.interrupt();
    assertThatThrownBy(backlog::look).isInstanceOf(ExecutionException.class);
    assertThat(backlog.oldest()).contains(Duration.ofSeconds(90));
    assertThat(new BacklogHealth(backlog).health().getDetails())
        .containsEntry("oldest_waits_s", 90L)
        .containsEntry("behind", Map.of(WINNERS.toString(), 2L));
    assertThat(backlog.silence()).isPositive();

    broker.resume();
    commit(NOW.minusSeconds(30));
    awaitSeen(Duration.ofSeconds(90), 4);
  }

  /** One look may be too short for a broker that is slow to show a record. */
  private void awaitSeen(Duration oldest, long behind) {
    await()
        .atMost(LIMIT)
        .ignoreExceptionsInstanceOf(ExecutionException.class)
        .untilAsserted(
            () -> {
              backlog.look();
              assertThat(backlog.oldest()).contains(oldest);
              assertThat(backlog.shares().get(WINNERS).behind()).isEqualTo(behind);
            });
  }

  private void commit(Instant written) {
    writer.beginTransaction();
    writer.send(
        new ProducerRecord<>(
            WINNERS.topic(), 0, written.toEpochMilli(), new byte[0], new byte[10]));
    writer.commitTransaction();
  }

  private void taken(long next) throws ExecutionException, InterruptedException {
    var position = Map.of(WINNERS, new OffsetAndMetadata(next));
    admin.alterConsumerGroupOffsets(GROUP, position).all().get();
  }
}
