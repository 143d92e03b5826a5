package nth.sequencer;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import nth.sequencer.topology.HangingTransactions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/**
 * Looks for hanging transactions from the start on, since the line itself waits for their end when
 * it opens. DOWN while there is one that only an operator can end.
 */
final class TransactionWatch implements HealthIndicator, SmartLifecycle {

  static final Duration INTERVAL = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(TransactionWatch.class);

  private final HangingTransactions transactions;
  private final Duration interval;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "transaction-watch");
            thread.setDaemon(true);
            return thread;
          });
  private volatile List<String> faults = List.of();
  private volatile boolean running;

  TransactionWatch(HangingTransactions transactions, Duration interval) {
    this.transactions = transactions;
    this.interval = interval;
  }

  private void look() {
    try {
      List<String> now = transactions.look();
      if (!now.equals(faults)) {
        log.error("Transactions: {}", now.isEmpty() ? "right again" : String.join("; ", now));
      }
      faults = now;
    } catch (ExecutionException e) {
      log.debug("The broker did not say which transactions are open", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.error("Looking at the transactions failed", e);
    }
  }

  @Override
  public Health health() {
    List<String> now = faults;
    return now.isEmpty() ? Health.up().build() : Health.down().withDetail("faults", now).build();
  }

  @Override
  public void start() {
    running = true;
    long pause = interval.toMillis();
    clock.scheduleWithFixedDelay(this::look, pause, pause, TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() {
    running = false;
    clock.shutdownNow();
  }

  /** It cannot start twice. */
  @Override
  public boolean isPauseable() {
    return false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
