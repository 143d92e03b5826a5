package nth.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** How far a view of this process is behind what is committed. */
public final class ViewLagMeters implements MeterBinder {

  private final String view;
  private final ViewLag lag;

  /**
   * @param view by the part of nth that reads, and what it reads
   */
  public ViewLagMeters(String view, ViewLag lag) {
    this.view = view;
    this.lag = lag;
  }

  @Override
  public void bindTo(MeterRegistry meters) {
    TimeGauge.builder("nth.view.seen", () -> lag.silence().toMillis(), TimeUnit.MILLISECONDS)
        .description("How long ago the broker told how much there is to read")
        .tag("view", view)
        .register(meters);
    for (int partition = 0; partition < lag.partitions(); partition++) {
      int number = partition;
      Gauge.builder("nth.view.behind", lag, known -> figure(known.behind(number)))
          .description("Offsets that the view has still to read")
          .tag("view", view)
          .tag("partition", Integer.toString(number))
          .register(meters);
    }
  }

  private static double figure(OptionalLong offsets) {
    return offsets.isPresent() ? offsets.getAsLong() : Double.NaN;
  }
}
