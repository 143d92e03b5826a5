package nth.app;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Figures for an operator: a backlog is no fault, so this is never DOWN. */
public final class BacklogHealth implements HealthIndicator {

  private final Backlog backlog;

  public BacklogHealth(Backlog backlog) {
    this.backlog = backlog;
  }

  @Override
  public Health health() {
    SortedMap<TopicPartition, Backlog.Share> shares = backlog.shares();
    Health.Builder health = shares.isEmpty() ? Health.unknown() : Health.up();
    Map<String, Object> behind = new TreeMap<>();
    shares.forEach((partition, share) -> behind.put(partition.toString(), share.behind()));
    backlog.oldest().ifPresent(age -> health.withDetail("oldest_waits_s", age.toSeconds()));
    return health
        .withDetail("behind", behind)
        .withDetail("broker_silent_s", backlog.silence().toSeconds())
        .build();
  }
}
