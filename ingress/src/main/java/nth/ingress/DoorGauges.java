package nth.ingress;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** How the door stands, asked at every scrape. */
final class DoorGauges implements MeterBinder {

  private final KafkaEntries entries;
  private final Decisions decisions;
  private final Readers readers;
  private final ClockSkew skew;
  private final int maxInFlight;

  DoorGauges(
      KafkaEntries entries, Decisions decisions, Readers readers, ClockSkew skew, int maxInFlight) {
    this.entries = entries;
    this.decisions = decisions;
    this.readers = readers;
    this.skew = skew;
    this.maxInFlight = maxInFlight;
  }

  @Override
  public void bindTo(MeterRegistry meters) {
    Gauge.builder("nth.ingress.in.flight", entries, KafkaEntries::inFlight)
        .description("Commands that the broker has not acknowledged yet")
        .register(meters);
    Gauge.builder("nth.ingress.in.flight.limit", () -> maxInFlight)
        .description("How many there may be; one more gets 503")
        .register(meters);
    Gauge.builder("nth.ingress.waiting", decisions, Decisions::waiting)
        .description("Requests that wait for their decision")
        .register(meters);
    Gauge.builder("nth.ingress.ready", readers, now -> now.ready() ? 1 : 0)
        .description("Whether the door reads what it needs and the broker was reached")
        .register(meters);
    Gauge.builder("nth.ingress.clock.skew", skew, ClockSkew::seconds)
        .description("How far our clock is ahead of the broker's, at least; negative: behind")
        .baseUnit("seconds")
        .register(meters);
  }
}
