package nth.sequencer.audit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import nth.app.ListeningAlarm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells operators what the mirror found, in logs, metrics and health. DOWN from the first
 * contradiction or loss until the process ends, and while the database is away; neither readiness
 * nor liveness of the line depends on it.
 */
final class AuditAlarm implements HealthIndicator, ListeningAlarm {

  static final String TABLES = "tables";

  private static final Logger log = LoggerFactory.getLogger(AuditAlarm.class);

  private final Counter contradictions;
  private final Counter deadLetters;
  private final Counter lost;
  private final Map<String, String> waiting = new ConcurrentSkipListMap<>();

  AuditAlarm(MeterRegistry meters) {
    waiting.put(TABLES, "for the database");
    contradictions =
        Counter.builder("nth.audit.contradictions")
            .description("Records that say something else than the audit database")
            .register(meters);
    deadLetters =
        Counter.builder("nth.audit.dead.letters")
            .description("Records that the audit mirror put aside")
            .register(meters);
    lost =
        Counter.builder("nth.audit.lost")
            .description("Stretches of records that were gone before the audit mirror read them")
            .register(meters);
  }

  /**
   * @param who a topic whose records are mirrored, or {@link #TABLES}
   */
  void mirroring(String who) {
    if (waiting.remove(who) != null && waiting.isEmpty()) {
      log.info("The audit mirror works");
    }
  }

  @Override
  public void waiting(String who, String why) {
    log.warn("The audit mirror waits, {}: {}", who, why);
    waiting.put(who, why);
  }

  @Override
  public void working(String topic) {
    mirroring(topic);
  }

  @Override
  public void released(String topic) {
    waiting.remove(topic);
  }

  void contradiction(String where, String detail) {
    log.error("The audit database contradicts {}, which is put aside: {}", where, detail);
    contradictions.increment();
    deadLetters.increment();
  }

  @Override
  public void lost(String records) {
    log.error(
        "{} are gone and were never mirrored: the audit database lacks what they said;"
            + " results and nth.entries still tell",
        records);
    lost.increment();
  }

  void unreadable(String where, String detail) {
    log.error("The audit mirror cannot read {}, which is put aside: {}", where, detail);
    deadLetters.increment();
  }

  @Override
  public Health health() {
    Health.Builder health =
        contradictions.count() + lost.count() == 0 && waiting.isEmpty()
            ? Health.up()
            : Health.down();
    if (!waiting.isEmpty()) {
      health.withDetail("waiting", Map.copyOf(waiting));
    }
    return health
        .withDetail("contradictions", (long) contradictions.count())
        .withDetail("lost", (long) lost.count())
        .withDetail("dead_letters", (long) deadLetters.count())
        .build();
  }
}
