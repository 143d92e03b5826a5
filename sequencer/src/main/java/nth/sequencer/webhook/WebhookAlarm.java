package nth.sequencer.webhook;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import nth.app.ListeningAlarm;
import nth.sequencer.webhook.WebhookLedger.Standing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells operators what was not told to the shop, in logs, metrics and health. DOWN while anything
 * waits for another attempt, was given up or was passed over; neither readiness nor liveness of the
 * line depends on it.
 */
final class WebhookAlarm implements HealthIndicator, ListeningAlarm {

  /** In place of a topic. */
  static final String SENDING = "sending";

  private static final Logger log = LoggerFactory.getLogger(WebhookAlarm.class);

  private final WebhookLedger ledger;
  private final Counter delivered;
  private final Counter failed;
  private final Counter givenUp;
  private final Counter unreadable;
  private final Counter lost;
  private final Map<String, String> waiting = new ConcurrentSkipListMap<>();
  private volatile Standing standing = new Standing(0, 0, 0, 0, 0);
  private volatile boolean failing;
  private volatile boolean gone;
  private volatile boolean unnoted;

  WebhookAlarm(WebhookLedger ledger, MeterRegistry meters) {
    this.ledger = ledger;
    waiting.put(SENDING, "for the first look at the ledger");
    delivered = counter(meters, "delivered", "Notices that the receiver took");
    failed = counter(meters, "failed", "Attempts that the receiver did not take");
    givenUp = counter(meters, "given.up", "Notices that nobody tries to deliver any more");
    unreadable = counter(meters, "unreadable", "Records of which nothing can be told");
    lost = counter(meters, "lost", "Stretches of records that were gone before they were read");
    Gauge.builder("nth.webhook.pending", () -> standing.pending())
        .description("Notices that are still to be delivered")
        .register(meters);
    Gauge.builder("nth.webhook.untold", () -> standing.givenUp() + standing.passedOver())
        .description("Notices given up or passed over, by the books: nobody tries to deliver them")
        .register(meters);
    Gauge.builder("nth.webhook.pending.age", () -> standing.oldestS())
        .description("How long the oldest of them has waited")
        .baseUnit("seconds")
        .register(meters);
  }

  private static Counter counter(MeterRegistry meters, String name, String description) {
    return Counter.builder("nth.webhook." + name).description(description).register(meters);
  }

  /**
   * @param who a topic that is read, or {@link #SENDING}
   */
  @Override
  public void working(String who) {
    if (waiting.remove(who) != null) {
      log.info("The webhooks go on, {}", who);
    }
  }

  @Override
  public void waiting(String who, String why) {
    if (!why.equals(waiting.put(who, why))) {
      log.warn("The webhooks wait, {}: {}", who, why);
    }
  }

  @Override
  public void released(String topic) {
    waiting.remove(topic);
  }

  void standing(Standing now) {
    standing = now;
    if (failing && now.failing() == 0) {
      failing = false;
      if (now.givenUp() == 0) {
        log.info("Webhooks are delivered again");
      }
    }
  }

  void delivered() {
    delivered.increment();
  }

  /** A receiver that is away is told once, not for every attempt. */
  void failed(String id, String why) {
    failed.increment();
    if (!failing) {
      failing = true;
      log.warn("The webhook {} was not delivered and is tried again: {}", id, why);
    }
  }

  void givenUp(String id, int attempts, String why) {
    log.error("The webhook {} was given up after {} attempts: {}", id, attempts, why);
    givenUp.increment();
  }

  void withoutItsWins(String id, long missing) {
    log.error("{} is told although {} of its wins were never read", id, missing);
  }

  void gone() {
    log.error(
        "The receiver of webhooks wants none any more (410): nothing is sent until the next start;"
            + " what is to be told is kept");
    gone = true;
  }

  void unreadable(String where, String detail) {
    log.error("Nothing can be told of {}: {}", where, detail);
    unreadable.increment();
  }

  @Override
  public void lost(String records) {
    log.error("{} are gone and were never read: nobody is told of wins among them", records);
    lost.increment();
    try {
      ledger.passOver(records, "gone before they were read");
    } catch (RuntimeException e) {
      unnoted = true;
      log.error("That cannot be noted, so the next start does not know of it: {}", e.toString());
    }
  }

  @Override
  public Health health() {
    Standing now = standing;
    boolean well =
        waiting.isEmpty()
            && !gone
            && !unnoted
            && now.failing() + now.givenUp() + now.passedOver() == 0;
    Health.Builder health = well ? Health.up() : Health.down();
    if (!waiting.isEmpty()) {
      health.withDetail("waiting", Map.copyOf(waiting));
    }
    if (gone) {
      health.withDetail("gone", true);
    }
    return health
        .withDetail("pending", now.pending())
        .withDetail("failing", now.failing())
        .withDetail("given_up", now.givenUp())
        .withDetail("passed_over", now.passedOver())
        .withDetail("unreadable", (long) unreadable.count())
        .withDetail("lost", (long) lost.count())
        .build();
  }
}
