package nth.ingress;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** What is under way, and who limits: figures for an operator, never DOWN. */
final class DoorHealth implements HealthIndicator {

  private final KafkaEntries entries;
  private final int most;
  private final @Nullable SharedStore limits;

  /**
   * @param limits null: every instance has its own
   */
  DoorHealth(KafkaEntries entries, int most, @Nullable SharedStore limits) {
    this.entries = entries;
    this.most = most;
    this.limits = limits;
  }

  @Override
  public Health health() {
    return Health.up()
        .withDetail("in_flight", entries.inFlight())
        .withDetail("most_in_flight", most)
        .withDetail("limits", limits())
        .build();
  }

  private String limits() {
    if (limits == null) {
      return "memory";
    }
    return limits.link() == null ? "redis, away: each instance alone" : "redis";
  }
}
