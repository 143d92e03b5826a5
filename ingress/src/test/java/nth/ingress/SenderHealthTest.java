package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.PartitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** Alive is a door that can write again as soon as a broker is there. */
@Tag("O-70")
class SenderHealthTest {

  /** Nobody listens there. */
  private static final Map<String, Object> OPTIONS =
      ProducerOptions.on(Map.of("bootstrap.servers", "127.0.0.1:1"));

  @Test
  void withoutABroker_itIsAlive_alsoWhenItIsToldToStop() {
    var entries = new KafkaEntries(OPTIONS, 1, 10, new BrokerTime(System::nanoTime));
    assertThat(status(entries)).isEqualTo(Status.UP);
    entries.start();
    assertThat(status(entries)).isEqualTo(Status.UP);
    entries.stop();
    assertThat(entries.isRunning()).isFalse();
    assertThat(status(entries)).isEqualTo(Status.UP);
  }

  @Test
  void threadThatEnds_isMendedByARestartOnly() {
    var entries = new KafkaEntries(Broken::new, 1, 10, new BrokerTime(System::nanoTime));
    entries.start();
    // It is meant to fail.
    await()
        .dontCatchUncaughtExceptions()
        .atMost(OtherParty.LIMIT)
        .until(() -> status(entries).equals(Status.DOWN));
    entries.stop();
  }

  private static Status status(KafkaEntries entries) {
    return new SenderHealth(entries).health().getStatus();
  }

  /** As if a class were missing. */
  private static final class Broken extends KafkaProducer<byte[], byte[]> {
    Broken() {
      super(OPTIONS);
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
      throw new NoClassDefFoundError("as the test says");
    }
  }
}
