package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import nth.app.Freshness;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;

class ProducerOptionsTest {

  private static final Map<String, Object> HOSTILE =
      Map.of(
          "bootstrap.servers", "localhost:9092",
          "acks", "1",
          "enable.idempotence", "false",
          "max.block.ms", "60000",
          "delivery.timeout.ms", "120000",
          "transactional.id", "x");

  /** O-19: what Boot's properties say about safety does not matter. */
  @Test
  void theOptionsThatA202RestsOn_arePinned() {
    var effective = new ProducerConfig(ProducerOptions.on(HOSTILE));
    assertThat(effective.getString("acks")).isEqualTo("-1");
    assertThat(effective.getBoolean("enable.idempotence")).isTrue();
    assertThat(effective.getString("transactional.id")).isNull();
    assertThat(effective.getInt("max.in.flight.requests.per.connection")).isEqualTo(5);
    assertThat(effective.getInt("retries")).isEqualTo(Integer.MAX_VALUE);
    assertThat(effective.getLong("max.block.ms")).isEqualTo(300);
    assertThat(effective.getInt("delivery.timeout.ms")).isEqualTo(1_700);
    assertThat(effective.getInt("request.timeout.ms")).isEqualTo(1_500);
    assertThat(effective.getLong("linger.ms")).isEqualTo(2);
    assertThat(effective.getInt("batch.size")).isEqualTo(65_536);
    assertThat(effective.getLong("buffer.memory")).isEqualTo(67_108_864);
    assertThat(effective.getString("compression.type")).isEqualTo("lz4");
  }

  /** O-16. The question for an early answer comes before all others. */
  @Test
  void allWaits_addUpToLessThanThreeSeconds_andLeaveSomeForTheWay() {
    Duration all = Freshness.LONGEST.plus(ProducerOptions.ALL);
    assertThat(Freshness.LONGEST).isEqualTo(Duration.ofMillis(500));
    assertThat(ProducerOptions.ALL)
        .isEqualTo(
            ProducerOptions.QUEUE.plus(ProducerOptions.BLOCK).plus(ProducerOptions.DELIVERY));
    assertThat(all).isLessThanOrEqualTo(Duration.ofMillis(2_800));
    assertThat(ProducerOptions.BLOCK).isLessThanOrEqualTo(Duration.ofMillis(500));
    assertThat(ProducerOptions.DELIVERY).isLessThanOrEqualTo(Duration.ofMillis(2_500));
  }
}
