package nth.sequencer;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** UP while entries are being decided: part of readiness. */
final class LineHealth implements HealthIndicator {

  private final Line line;

  LineHealth(Line line) {
    this.line = line;
  }

  @Override
  public Health health() {
    Health.Builder health = line.deciding() ? Health.up() : Health.down();
    return health.withDetail("state", line.state()).build();
  }
}
