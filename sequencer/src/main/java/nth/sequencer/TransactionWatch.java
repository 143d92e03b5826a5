package nth.sequencer;

import java.util.List;
import java.util.concurrent.ExecutionException;
import nth.sequencer.topology.HangingTransactions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** DOWN while there is a hanging transaction that only an operator can end. */
final class TransactionWatch implements HealthIndicator {

  private static final Logger log = LoggerFactory.getLogger(TransactionWatch.class);

  private final HangingTransactions transactions;
  private volatile List<String> faults = List.of();

  TransactionWatch(HangingTransactions transactions) {
    this.transactions = transactions;
  }

  void look() throws ExecutionException, InterruptedException {
    List<String> now = transactions.look();
    if (!now.equals(faults)) {
      log.error("Transactions: {}", now.isEmpty() ? "right again" : String.join("; ", now));
    }
    faults = now;
  }

  /** How many there are. */
  int hanging() {
    return faults.size();
  }

  @Override
  public Health health() {
    List<String> now = faults;
    return now.isEmpty() ? Health.up().build() : Health.down().withDetail("faults", now).build();
  }
}
