package nth.app;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Figures for an operator: a lag is no fault, so this is never DOWN. */
public final class ViewLagHealth implements HealthIndicator {

  private final ViewLag lag;

  public ViewLagHealth(ViewLag lag) {
    this.lag = lag;
  }

  @Override
  public Health health() {
    Map<Integer, Long> next = new TreeMap<>();
    Map<Integer, Long> behind = new TreeMap<>();
    for (int p = 0; p < lag.partitions(); p++) {
      int partition = p;
      lag.next(p).ifPresent(at -> next.put(partition, at));
      lag.behind(p).ifPresent(offsets -> behind.put(partition, offsets));
    }
    Health.Builder health = behind.isEmpty() ? Health.unknown() : Health.up();
    return health
        .withDetail("next", next)
        .withDetail("behind", behind)
        .withDetail("broker_silent_s", lag.silence().toSeconds())
        .build();
  }
}
