package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class VisibilityTest {

  private static final Instant NOW = Instant.parse("2027-03-28T10:00:00.000Z");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Visibility visibility = new Visibility(() -> NOW, meters);

  @Test
  void everyResult_isTimedFromItsCommand_andNoneIsLost() {
    visibility.see(
        List.of(of(NOW.minusSeconds(1)), of(NOW.minusSeconds(2)), of(NOW.plusMillis(5))));

    Timer visible = meters.get("nth.notifier.visible").timer();
    assertThat(visible.count()).isEqualTo(3);
    assertThat(visible.totalTime(TimeUnit.SECONDS)).isEqualTo(3);
  }

  private static ConsumerRecord<byte[], byte[]> of(Instant command) {
    return new ConsumerRecord<>(
        "nth.results",
        0,
        0,
        command.toEpochMilli(),
        TimestampType.CREATE_TIME,
        0,
        0,
        new byte[0],
        new byte[0],
        new RecordHeaders(),
        Optional.empty());
  }
}
