package nth.local.payer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import nth.contract.EventId;
import nth.contract.Winner;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Tools;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another team's payer, in Python on librdkafka, which knows the description and none of our code:
 * in the end its books say the same, byte for byte.
 */
class ITSecondPayer {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final EventId EVENT = new EventId("opening");

  @TempDir private Path folder;

  // O-65
  @Test
  void aPayerInAnotherLanguage_hasTheSameBooks() throws Exception {
    Tools.requirePythonModule("confluent_kafka");
    Winner first = Wins.win(EVENT, 1, "alice");
    Winner second = Wins.win(EVENT, 1_000, "bob|+=~@x.y:z");
    Winner third = Wins.win(new EventId("closing"), 7, "carol");
    try (RealBroker broker = RealParts.broker();
        RealDatabase database = RealParts.database();
        Wins wins = new Wins(broker.bootstrapServers());
        var ours = PayerUnderTest.start(broker, database)) {
      PayerBooks books = new PayerBooks(database);
      wins.commit(first);
      wins.abort(Wins.win(EVENT, 500, "nobody"));
      wins.commit(second, first);
      assertThat(booksAfterPaying(broker)).hasSize(2);

      wins.commit(second, third);
      Set<String> theirs = booksAfterPaying(broker);
      forgetPosition(broker);
      assertThat(booksAfterPaying(broker)).isEqualTo(theirs);

      await().atMost(LIMIT).until(() -> books.states().equals(List.of("paid", "paid", "paid")));
      assertThat(theirs).isEqualTo(books.lines());
      assertThat(ours.isActive()).isTrue();
    }
    assertThat(Files.readAllLines(folder.resolve("account")))
        .extracting(line -> line.split("\t")[0])
        .containsExactlyInAnyOrder(
            "python:" + first.dedupId(), "python:" + second.dedupId(), "python:" + third.dedupId());
  }

  private Set<String> booksAfterPaying(RealBroker broker) throws Exception {
    Path script = Path.of(getClass().getResource("payer.py").toURI());
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(
                Tools.SYSTEM_PYTHON,
                script.toString(),
                broker.bootstrapServers(),
                folder.resolve("ledger").toString(),
                folder.resolve("account").toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
    return Set.copyOf(Files.readAllLines(printed));
  }

  private static void forgetPosition(RealBroker broker) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin.deleteConsumerGroups(List.of("python-payer")).all().get();
    }
  }
}
