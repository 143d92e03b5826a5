package nth.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.event.ConsumerRetryAuthEvent;
import org.springframework.kafka.event.ConsumerRetryAuthSuccessfulEvent;
import org.springframework.kafka.event.ConsumerStoppedEvent;
import org.springframework.kafka.event.ListenerContainerIdleEvent;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.MessageListener;

class PatientListeningTest {

  private static final String WINNERS = Topics.WINNERS.name();
  private static final List<TopicPartition> FIRST = List.of(new TopicPartition(WINNERS, 0));

  private final Said said = new Said();
  private final PatientListening listening = new PatientListening(WINNERS, said);
  // It is not asked here.
  private final Consumer<byte[], byte[]> nobody =
      new KafkaConsumer<>(
          Map.of("bootstrap.servers", "localhost:1"),
          new ByteArrayDeserializer(),
          new ByteArrayDeserializer());

  /** What was said, in order. */
  private static final class Said implements ListeningAlarm {
    private final List<String> all = new ArrayList<>();

    @Override
    public void waiting(String topic, String why) {
      all.add("waiting: " + why);
    }

    @Override
    public void working(String topic) {
      all.add("working");
    }

    @Override
    public void released(String topic) {
      all.add("released");
    }

    @Override
    public void lost(String records) {
      all.add("lost " + records);
    }

    @Override
    public void idle() {
      all.add("idle");
    }
  }

  @AfterEach
  void close() {
    nobody.close(CloseOptions.timeout(Duration.ZERO));
  }

  @Test
  void partitionsThatAnotherHas_areReleased() {
    listening.onPartitionsRevokedAfterCommit(nobody, FIRST);
    listening.onPartitionsLost(nobody, FIRST);

    assertThat(said.all).containsExactly("released", "released");
  }

  @Test
  void whereNothingWasTaken_nothingIsSaid() {
    listening.onPartitionsRevokedAfterCommit(nobody, List.of());

    assertThat(said.all).isEmpty();
  }

  // O-26
  @Test
  void aRefusalByTheBroker_isSaid_andItsEnd_andSilence() {
    listening.publishEvent(
        new ConsumerRetryAuthEvent(this, this, ConsumerRetryAuthEvent.Reason.AUTHORIZATION));
    listening.publishEvent(new ConsumerRetryAuthSuccessfulEvent(this, this));
    listening.publishEvent(
        new ListenerContainerIdleEvent(this, this, 1, "id", FIRST, nobody, false));

    assertThat(said.all)
        .containsExactly("waiting: the broker refuses it: AUTHORIZATION", "working", "idle");
  }

  @Test
  void aListenerThatEnded_isSaid_butNotTheEndOfTheApplication() {
    listening.publishEvent(
        new ConsumerStoppedEvent(this, this, ConsumerStoppedEvent.Reason.NORMAL));
    listening.publishEvent(new ConsumerStoppedEvent(this, this, ConsumerStoppedEvent.Reason.ERROR));

    assertThat(said.all).containsExactly("waiting: its listener ended: ERROR");
  }

  // O-26, O-27
  @Test
  void aContainer_comesBackAfterARefusal_andStaysInItsGroup() {
    MessageListener<byte[], byte[]> nothing = record -> {};
    var container =
        PatientContainers.of(
            Topics.WINNERS,
            "group",
            AckMode.RECORD,
            nothing,
            Map.of("bootstrap.servers", "localhost:1"),
            said);

    assertThat(container.getContainerProperties().getAuthExceptionRetryInterval())
        .isEqualTo(PatientContainers.AUTHORIZATION_PAUSE);
    assertThat(container.isAutoStartup()).isFalse();
    assertThat(PatientContainers.backOff().getMaxInterval())
        .isLessThan(PatientContainers.MAX_POLL_INTERVAL_MS);
    assertThat(PatientContainers.backOff().getMaxAttempts()).isEqualTo(Long.MAX_VALUE);
  }
}
