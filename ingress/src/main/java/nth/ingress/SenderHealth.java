package nth.ingress;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Part of liveness: DOWN when the thread that writes has ended, which a restart mends. */
final class SenderHealth implements HealthIndicator {

  private final KafkaEntries entries;

  SenderHealth(KafkaEntries entries) {
    this.entries = entries;
  }

  @Override
  public Health health() {
    return entries.broken() ? Health.down().build() : Health.up().build();
  }
}
