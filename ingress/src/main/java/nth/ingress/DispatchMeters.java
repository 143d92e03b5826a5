package nth.ingress;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import nth.app.Latency;

/** How long commands took to be in the log, and how long requests waited to be decided. */
final class DispatchMeters {

  private final Timer append;
  private final Timer decided;
  private final Timer late;

  DispatchMeters(MeterRegistry meters) {
    append =
        timer("nth.ingress.append", "From a request's command to the broker's acknowledgement")
            .register(meters);
    decided = waiting("decided").register(meters);
    late = waiting("late").register(meters);
  }

  private static Timer.Builder waiting(String end) {
    return timer("nth.ingress.wait", "How long requests waited for their command to be decided")
        .tag("end", end);
  }

  private static Timer.Builder timer(String name, String description) {
    return Timer.builder(name).description(description).serviceLevelObjectives(Latency.buckets());
  }

  void appended(long sinceNanos) {
    append.record(since(sinceNanos));
  }

  /**
   * @param inTime whether the result came before the wait was over
   */
  void waited(long sinceNanos, boolean inTime) {
    (inTime ? decided : late).record(since(sinceNanos));
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}
