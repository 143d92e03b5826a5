package nth.sequencer.audit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells operators what the mirror found, in logs, metrics and health. DOWN from the first
 * contradiction until the process ends, and while the database is away; neither readiness nor
 * liveness of the line depends on it.
 */
final class AuditAlarm implements HealthIndicator {

  private static final Logger log = LoggerFactory.getLogger(AuditAlarm.class);

  private final Counter contradictions;
  private final Counter deadLetters;
  private volatile String waiting = "for its database";

  AuditAlarm(MeterRegistry meters) {
    contradictions =
        Counter.builder("nth.audit.contradictions")
            .description("Records that say something else than the audit database")
            .register(meters);
    deadLetters =
        Counter.builder("nth.audit.dead.letters")
            .description("Records that the audit mirror put aside")
            .register(meters);
  }

  void mirroring() {
    if (!waiting.isEmpty()) {
      log.info("The audit mirror works");
    }
    waiting = "";
  }

  void waiting(String why) {
    log.warn("The audit mirror waits: {}", why);
    waiting = why;
  }

  void contradiction(String where, String detail) {
    log.error("The audit database contradicts {}, which is put aside: {}", where, detail);
    contradictions.increment();
    deadLetters.increment();
  }

  void unreadable(String where, String detail) {
    log.error("The audit mirror cannot read {}, which is put aside: {}", where, detail);
    deadLetters.increment();
  }

  @Override
  public Health health() {
    Health.Builder health =
        contradictions.count() == 0 && waiting.isEmpty() ? Health.up() : Health.down();
    if (!waiting.isEmpty()) {
      health.withDetail("waiting", waiting);
    }
    return health
        .withDetail("contradictions", (long) contradictions.count())
        .withDetail("dead_letters", (long) deadLetters.count())
        .build();
  }
}
