package nth.local.payer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.Winner;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The payer is killed with SIGKILL behind each of its steps; nothing is lost, nothing is doubled.
 */
class ITPayerCrashes {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final EventId EVENT = new EventId("opening");

  @TempDir private Path folder;

  // O-65
  @Test
  void killedBehindEachStep_eachWinIsPaidOnce() throws Exception {
    try (RealBroker broker = RealParts.broker();
        RealDatabase database = RealParts.database();
        Bank bank = new Bank();
        Wins wins = new Wins(broker.bootstrapServers())) {
      PayerBooks books = new PayerBooks(database);
      Winner first = Wins.win(EVENT, 1_000, "alice");
      Winner second = Wins.win(EVENT, 2_000, "bob");
      wins.commit(first, second);
      List<String> left = new ArrayList<>();
      for (Step step : Step.values()) {
        try (var payer = payer(broker, database, bank, step.name())) {
          await(step.name())
              .atMost(LIMIT)
              .until(() -> payer.output().contains(PayerUnderTest.HALTED + step));
          payer.kill9();
        }
        left.add(String.join(" ", books.states()) + ", moved " + bank.moved().size());
      }
      assertThat(left)
          .containsExactly("owed, moved 0", "owed, moved 1", "paid, moved 1", "paid, moved 1");

      try (var payer = payer(broker, database, bank, "")) {
        await()
            .atMost(LIMIT)
            .until(() -> payer.isAlive() && books.states().equals(List.of("paid", "paid")));
      }
      assertThat(books.ledger())
          .extracting(row -> row.get("dedup_id"))
          .containsExactly(first.dedupId(), second.dedupId());
      // After CALLED the money had moved and nobody here knew: the same order came again.
      assertThat(bank.calls())
          .containsExactly(
              "test:" + first.dedupId(), "test:" + first.dedupId(), "test:" + second.dedupId());
      assertThat(bank.moved()).hasSize(2);
      assertThat(books.putAside()).isEmpty();
    }
  }

  private JavaProcess payer(RealBroker broker, RealDatabase database, Bank bank, String halt) {
    return JavaProcess.start(
        List.of("-cp", System.getProperty("java.class.path"), PayerUnderTest.class.getName()),
        Map.of(
            "MANAGEMENT_ENDPOINT_HEALTH_GROUP_READINESS_INCLUDE",
            "readinessState",
            "SPRING_KAFKA_BOOTSTRAP_SERVERS",
            broker.bootstrapServers(),
            "SPRING_DATASOURCE_URL",
            database.url(),
            "SPRING_DATASOURCE_USERNAME",
            database.user(),
            "SPRING_DATASOURCE_PASSWORD",
            database.password(),
            "NTH_PAYER_URL",
            bank.url().toString(),
            "NTH_PAYER_ENVIRONMENT",
            "test",
            "SERVER_PORT",
            "0",
            PayerUnderTest.HALT,
            halt),
        folder.resolve("payer-" + halt + ".log"));
  }
}
