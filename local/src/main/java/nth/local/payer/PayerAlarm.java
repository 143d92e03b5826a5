package nth.local.payer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import nth.app.ListeningAlarm;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells of prizes that nobody gets without help: DOWN as long as the books have any, after a
 * restart too, and while the payer waits. No part of nth depends on it.
 */
final class PayerAlarm implements HealthIndicator, ListeningAlarm {

  private static final Logger log = LoggerFactory.getLogger(PayerAlarm.class);

  private final PayerLedger ledger;
  private final AtomicLong unpaid = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private volatile @Nullable String waiting;

  /**
   * @param expected whether there is a payer, which then has to have its first look at the ledger
   */
  PayerAlarm(PayerLedger ledger, boolean expected, MeterRegistry meters) {
    this.ledger = ledger;
    this.waiting = expected ? "for the first look at the ledger" : null;
    Gauge.builder("nth.payer.unpaid", unpaid, AtomicLong::get)
        .description("Records of wins that were put aside, and prizes that cannot be paid")
        .register(meters);
  }

  /** After each record; the books are asked, for people settle there too. */
  void look() {
    unpaid.set(ledger.unpaid());
    if (waiting != null) {
      waiting = null;
      log.info("The payer works");
    }
  }

  void unpayable(String dedupId, String why) {
    log.error("{} cannot be paid: {}", dedupId, why);
  }

  void putAside(String where, String why) {
    log.error("The record of a win at {} is put aside: {}", where, why);
  }

  @Override
  public void idle() {
    try {
      look();
    } catch (RuntimeException e) {
      waiting("the ledger", String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void waiting(String what, String why) {
    log.warn("The payer waits, {}: {}", what, why);
    waiting = what + ": " + why;
  }

  @Override
  public void working(String topic) {
    idle();
  }

  @Override
  public void released(String topic) {
    waiting = null;
  }

  @Override
  public void lost(String records) {
    log.error("{} are gone and were never read: wins among them are not paid", records);
    lost.incrementAndGet();
  }

  @Override
  public Health health() {
    String held = waiting;
    boolean well = held == null && unpaid.get() == 0 && lost.get() == 0;
    Health.Builder health = well ? Health.up() : Health.down();
    if (held != null) {
      health.withDetail("waiting", held);
    }
    return health.withDetail("unpaid", unpaid.get()).withDetail("lost", lost.get()).build();
  }
}
