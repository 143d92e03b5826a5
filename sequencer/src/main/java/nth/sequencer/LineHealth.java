package nth.sequencer;

import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** UP while entries are being decided, by this instance or another: part of readiness. */
final class LineHealth implements HealthIndicator {

  private final Line line;
  private final Progress progress;

  LineHealth(Line line, Progress progress) {
    this.line = line;
    this.progress = progress;
  }

  @Override
  public Health health() {
    Optional<String> doubt = line.deciding() ? progress.doubt() : Optional.empty();
    boolean up = line.deciding() && doubt.isEmpty();
    Health.Builder health = up ? Health.up() : Health.down();
    doubt.ifPresent(why -> health.withDetail("doubt", why));
    return health
        .withDetail("state", line.state())
        .withDetail("partitions", line.partitions())
        .withDetail("dead_letters", line.deadLetters())
        .build();
  }
}
