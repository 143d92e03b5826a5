package nth.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * What a group has still to do. Every instance tells it of the whole group, so that it is known as
 * long as one of them runs; whoever adds it up must take each partition once.
 */
public final class BacklogMeters implements MeterBinder {

  private final String name;
  private final String what;
  private final Backlog backlog;

  /**
   * @param name of the first gauge, with which the others begin
   * @param what waits, in the plural
   */
  public BacklogMeters(String name, String what, Backlog backlog) {
    this.name = name;
    this.what = what;
    this.backlog = backlog;
  }

  @Override
  public void bindTo(MeterRegistry meters) {
    for (TopicPartition partition : backlog.partitions()) {
      gauge(meters, "", what + " that wait", partition, Backlog.Share::behind);
      gauge(meters, ".next", "Offset that is taken next", partition, Backlog.Share::position);
    }
    TimeGauge.builder(name + ".oldest", this::oldestMs, TimeUnit.MILLISECONDS)
        .description("How long the oldest of them has waited, from a broker's clock to ours")
        .register(meters);
    TimeGauge.builder(name + ".seen", () -> backlog.silence().toMillis(), TimeUnit.MILLISECONDS)
        .description("How long ago the broker told all this")
        .register(meters);
  }

  private void gauge(
      MeterRegistry meters,
      String suffix,
      String description,
      TopicPartition partition,
      ToDoubleFunction<Backlog.Share> figure) {
    Gauge.builder(name + suffix, backlog, known -> figure(known, partition, figure))
        .description(description)
        .tag("topic", partition.topic())
        .tag("partition", Integer.toString(partition.partition()))
        .register(meters);
  }

  private static double figure(
      Backlog known, TopicPartition partition, ToDoubleFunction<Backlog.Share> figure) {
    Backlog.Share share = known.shares().get(partition);
    return share == null ? Double.NaN : figure.applyAsDouble(share);
  }

  private double oldestMs() {
    return backlog.oldest().map(Duration::toMillis).map(Long::doubleValue).orElse(Double.NaN);
  }
}
