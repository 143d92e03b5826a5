package nth.sequencer;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import nth.app.Backlog;
import nth.contract.Position;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Which commands wait for their decision: figures for an operator, never DOWN. */
final class UndecidedHealth implements HealthIndicator {

  private final Backlog undecided;

  UndecidedHealth(Backlog undecided) {
    this.undecided = undecided;
  }

  @Override
  public Health health() {
    SortedMap<TopicPartition, Backlog.Share> shares = undecided.shares();
    Health.Builder health = shares.isEmpty() ? Health.unknown() : Health.up();
    Map<Integer, Long> behind = new TreeMap<>();
    Map<Integer, String> decided = new TreeMap<>();
    shares.forEach(
        (partition, share) -> {
          behind.put(partition.partition(), share.behind());
          if (share.position() > 0) {
            var last = new Position(partition.partition(), share.position() - 1);
            decided.put(partition.partition(), last.toString());
          }
        });
    undecided.oldest().ifPresent(age -> health.withDetail("oldest_waits_s", age.toSeconds()));
    return health
        .withDetail("behind", behind)
        .withDetail("last_decided", decided)
        .withDetail("broker_silent_s", undecided.silence().toSeconds())
        .build();
  }
}
