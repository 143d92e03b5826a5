package nth.notifier;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** How many streams are open: figures for an operator, never DOWN. */
final class StreamsHealth implements HealthIndicator {

  private final Places places;
  private final int most;

  StreamsHealth(Places places, int most) {
    this.places = places;
    this.most = most;
  }

  @Override
  public Health health() {
    return Health.up().withDetail("open", places.taken()).withDetail("most", most).build();
  }
}
