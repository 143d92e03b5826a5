package nth.local.payer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells of prizes that nobody gets without help: DOWN from the first until the process ends, and
 * while the payer waits. No part of nth depends on it.
 */
final class PayerAlarm implements HealthIndicator {

  private static final Logger log = LoggerFactory.getLogger(PayerAlarm.class);

  private final Counter unpaid;
  private volatile @Nullable String waiting;

  PayerAlarm(MeterRegistry meters) {
    unpaid =
        Counter.builder("nth.payer.unpaid")
            .description("Records of wins that were put aside, and prizes that cannot be paid")
            .register(meters);
  }

  void working() {
    if (waiting != null) {
      waiting = null;
      log.info("The payer goes on");
    }
  }

  void waiting(String why) {
    log.warn("The payer waits: {}", why);
    waiting = why;
  }

  void unpayable(String dedupId, String why) {
    log.error("{} cannot be paid: {}", dedupId, why);
    unpaid.increment();
  }

  void putAside(String where, String why) {
    log.error("The record of a win at {} is put aside: {}", where, why);
    unpaid.increment();
  }

  void lost(String records) {
    log.error("{} are gone and were never read: wins among them are not paid", records);
    unpaid.increment();
  }

  @Override
  public Health health() {
    String held = waiting;
    Health.Builder health = held == null && unpaid.count() == 0 ? Health.up() : Health.down();
    if (held != null) {
      health.withDetail("waiting", held);
    }
    return health.withDetail("unpaid", (long) unpaid.count()).build();
  }
}
