package nth.notifier;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import nth.app.Latency;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * How long after a command's append its result can be seen here. A result's time stamp is the log
 * time of its command, by a broker's clock; what it is compared with is ours.
 */
final class Visibility {

  private final InstantSource clock;
  private final Timer visible;

  Visibility(InstantSource clock, MeterRegistry meters) {
    this.clock = clock;
    this.visible =
        Timer.builder("nth.notifier.visible")
            .description("From a command's append, by the broker's clock, to being seen, by ours")
            .serviceLevelObjectives(Latency.buckets())
            .register(meters);
  }

  void see(List<ConsumerRecord<byte[], byte[]>> results) {
    long nowMs = clock.millis();
    for (ConsumerRecord<byte[], byte[]> result : results) {
      // A negative time would not be counted.
      visible.record(Duration.ofMillis(Math.max(0, nowMs - result.timestamp())));
    }
  }
}
