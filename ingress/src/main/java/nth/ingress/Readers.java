package nth.ingress;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import nth.app.LogReader;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/** What ingress reads: the promotions from their beginning, the results from now on. */
final class Readers implements HealthIndicator, SmartLifecycle {

  private final LogReader promotions;
  private final LogReader results;
  private final KafkaEntries entries;
  private volatile boolean running;

  Readers(LogReader promotions, LogReader results, KafkaEntries entries) {
    this.promotions = promotions;
    this.results = results;
    this.entries = entries;
  }

  /** Whether a result of a command that is appended from now on will be seen. */
  boolean resultsInPlace() {
    return results.inPlace();
  }

  /** Whether the view of the promotions holds all that was there when it began. */
  boolean promotionsCaughtUp() {
    return promotions.caughtUp();
  }

  /** The offset of {@code nth.promotions} that the view takes in next. */
  long promotionsNext(int partition) {
    return promotions.next(partition);
  }

  CompletableFuture<Boolean> promotionsReached(int partition, long offset, Duration within) {
    return promotions.reached(partition, offset, within);
  }

  /** Whether something that was read cannot be handled, or what is to be read is not there. */
  private boolean heldUp() {
    return promotions.faulty() || results.faulty();
  }

  /** Whether all is read that entries are answered from, and the broker was reached. */
  boolean ready() {
    return resultsInPlace() && promotionsCaughtUp() && !heldUp() && entries.ready();
  }

  @Override
  public Health health() {
    Health.Builder health = Health.status(ready() ? "UP" : "DOWN");
    Stream.of(promotions, results)
        .flatMap(reader -> reader.fault().stream())
        .findFirst()
        .ifPresent(fault -> health.withDetail("fault", fault));
    return health
        .withDetail("resultsInPlace", resultsInPlace())
        .withDetail("promotionsCaughtUp", promotionsCaughtUp())
        .withDetail("heldUp", heldUp())
        .withDetail("brokerReached", entries.ready())
        .build();
  }

  @Override
  public void start() {
    running = true;
    promotions.start();
    results.start();
  }

  @Override
  public void stop() {
    promotions.close();
    results.close();
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** A reader cannot start twice. */
  @Override
  public boolean isPauseable() {
    return false;
  }

  /** Reads on until the last request that waits has been answered. */
  @Override
  public int getPhase() {
    return IngressConfiguration.BEHIND_THE_WEB_SERVER;
  }
}
