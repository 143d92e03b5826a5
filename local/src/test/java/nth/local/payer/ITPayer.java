package nth.local.payer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Winner;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Relay;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** The payer on a real broker and a real database, with a provider that has bad days. */
class ITPayer {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int POLL_INTERVAL_MS = 6_000;
  private static final int INTERVALS = Integer.getInteger("nth.payer.intervals", 2);
  private static final EventId EVENT = new EventId("opening");
  private static final Winner FIRST = Wins.win(EVENT, 1, "alice");
  private static final Winner SECOND = Wins.win(EVENT, 2, "bob");
  private static final Winner THIRD = Wins.win(EVENT, 3, "carol");

  private RealBroker broker;
  private RealDatabase database;
  private Relay relay;
  private Bank bank;
  private Wins wins;
  private PayerBooks books;
  private ConfigurableApplicationContext payer;

  @BeforeEach
  void open() throws Exception {
    broker = RealParts.broker();
    database = RealParts.database();
    bank = new Bank();
    wins = new Wins(broker.bootstrapServers());
    books = new PayerBooks(database);
    relay = new Relay(URI.create(database.url().substring("jdbc:".length())).getPort());
    payer = start();
  }

  @AfterEach
  void close() throws IOException {
    payer.close();
    relay.close();
    wins.close();
    bank.close();
    database.close();
    broker.close();
  }

  private ConfigurableApplicationContext start(String... more) {
    return PayerUnderTest.start(
        broker,
        database,
        database.url().replaceFirst(":\\d+/", ":" + relay.port() + "/"),
        Stream.concat(
                Stream.of("--nth.payer.url=" + bank.url(), "--nth.payer.environment=test"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private void untilStates(String... states) {
    await().atMost(LIMIT).until(() -> books.states().equals(List.of(states)));
  }

  private PayerAlarm alarm() {
    return payer.getBean(PayerAlarm.class);
  }

  private static String key(Winner winner) {
    return "test:" + winner.dedupId();
  }

  // O-65
  @Test
  void eachWin_isPaidOnce_howeverOftenItIsRead() throws Exception {
    wins.abort(Wins.win(EVENT, 9, "nobody"));
    wins.commit(FIRST, SECOND);
    wins.commit(FIRST);
    untilStates("paid", "paid");

    payer.close();
    forgetPositions();
    wins.commit(THIRD);
    payer = start();
    untilStates("paid", "paid", "paid");

    assertThat(bank.calls()).containsExactly(key(FIRST), key(SECOND), key(THIRD));
    assertThat(books.ledger())
        .extracting(row -> row.get("reference"))
        .containsExactly("ref-" + key(FIRST), "ref-" + key(SECOND), "ref-" + key(THIRD));
    assertThat(alarm().health().getStatus()).isEqualTo(Status.UP);
  }

  private void forgetPositions() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      await()
          .atMost(LIMIT)
          .ignoreException(ExecutionException.class)
          .until(
              () -> {
                admin.deleteConsumerGroups(List.of(PayerConfiguration.GROUP)).all().get();
                return true;
              });
    }
  }

  @Test
  void aProviderThatFails_isAskedAgain_inOrder_andNothingBehindIsTouched() {
    bank.answers(500);
    wins.commit(FIRST, SECOND);
    await().atMost(LIMIT).until(() -> bank.calls().size() >= 3);
    assertThat(bank.calls()).containsOnly(key(FIRST));
    assertThat(books.states()).containsExactly("owed");
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);

    bank.answers(200);
    untilStates("paid", "paid");
    assertThat(bank.moved()).containsOnlyKeys(key(FIRST), key(SECOND));
    await().atMost(LIMIT).until(() -> alarm().health().getStatus().equals(Status.UP));
  }

  @Test
  void whatCanNeverBePaid_isSaid_andTheNextIsPaid() {
    bank.answers(422);
    wins.commit(FIRST);
    untilStates("unpayable");
    bank.answers(200);
    wins.commit(SECOND);
    untilStates("unpayable", "paid");

    assertThat(bank.moved()).containsOnlyKeys(key(SECOND));
    assertThat(alarm().health().getDetails()).containsEntry("unpaid", 1L);
  }

  // O-28
  @Test
  void whatIsNoWin_isPutAside_andTheNextIsPaid() {
    String text = Wins.text(FIRST);
    wins.commit("opening", "not json");
    wins.commit("opening", "a\0b");
    wins.commit(null, text);
    wins.commit("opening", null);
    wins.commit("other", text);
    wins.commit("opening", "[]");
    wins.commit(FIRST);
    wins.commit("opening", text.replace("alice", "mallory"));
    wins.commit(SECOND);
    untilStates("paid", "paid");

    assertThat(books.putAside())
        .containsExactly(
            "unreadable",
            "unreadable",
            "unreadable",
            "unreadable",
            "unreadable",
            "unreadable",
            "contradiction");
    assertThat(bank.moved().get(key(FIRST)).get("user_id").asString()).isEqualTo("alice");
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);
  }

  @Test
  void aNewerForm_holdsThePayerUp_ratherThanBeGuessed() {
    wins.commit("opening", Wins.text(FIRST).replace("\"v\":1", "\"v\":2"));
    wins.commit(SECOND);
    await().atMost(LIMIT).until(() -> waiting().contains("v2"));
    assertThat(books.states()).isEmpty();
    assertThat(bank.calls()).isEmpty();
  }

  // O-27
  @Test
  void aDatabaseThatIsAway_isWaitedFor_atStartToo() throws IOException {
    payer.close();
    relay.cut();
    payer = start();
    wins.commit(FIRST, SECOND);
    await().atMost(LIMIT).until(() -> waiting().contains("nth.winners"));
    relay.mend();
    untilStates("paid", "paid");

    relay.cut();
    wins.commit(THIRD);
    await().atMost(LIMIT).until(() -> waiting().contains("nth.winners"));
    relay.mend();
    untilStates("paid", "paid", "paid");

    assertThat(bank.calls()).containsExactly(key(FIRST), key(SECOND), key(THIRD));
    assertThat(books.putAside()).isEmpty();
    await().atMost(LIMIT).until(() -> alarm().health().getStatus().equals(Status.UP));
  }

  /** Longer than the poll interval; with {@code -Dnth.payer.intervals=10} ten times as long. */
  // O-27
  @Test
  void aDatabaseThatIsAwayForLong_doesNotCostThePayerItsPlace() throws IOException {
    payer.close();
    payer = start("--spring.kafka.consumer.properties.max.poll.interval.ms=" + POLL_INTERVAL_MS);
    wins.commit(FIRST);
    untilStates("paid");
    relay.cut();
    wins.commit(SECOND);
    Duration outage = Duration.ofMillis(POLL_INTERVAL_MS).multipliedBy(INTERVALS);
    await()
        .pollDelay(outage)
        .atMost(outage.plus(LIMIT))
        .until(() -> waiting().contains("nth.winners"));
    relay.mend();
    untilStates("paid", "paid");

    assertThat(bank.calls()).containsExactly(key(FIRST), key(SECOND));
    assertThat(books.putAside()).isEmpty();
  }

  // O-56
  @ParameterizedTest
  @ValueSource(strings = {"insert into nth_payer.ledger", "update nth_payer.ledger"})
  void aReplyOfTheDatabaseThatIsLost_changesNothing(String statement) {
    wins.commit(FIRST);
    untilStates("paid");
    relay.swallowReplyTo(statement);
    wins.commit(SECOND);
    untilStates("paid", "paid");

    assertThat(relay.swallowed()).isEqualTo(1);
    assertThat(bank.moved()).containsOnlyKeys(key(FIRST), key(SECOND));
    assertThat(books.putAside()).isEmpty();
  }

  /** Two instances can hold one win for a moment; what one of them was told is not written over. */
  @Test
  void anOutcomeThatTheLedgerDoesNotShare_isNotWrittenOver() {
    PayerLedger ledger = payer.getBean(PayerLedger.class);
    wins.commit(FIRST);
    untilStates("paid");

    assertThat(ledger.paid(FIRST, "ref-" + key(FIRST))).isTrue();
    assertThat(ledger.paid(FIRST, "another")).isFalse();
    assertThat(ledger.unpayable(FIRST, "no")).isFalse();
    assertThat(books.states()).containsExactly("paid");
  }

  @Test
  void prizesThatNobodyGets_areSaidAfterARestart_untilSomebodySettlesThem() {
    bank.answers(422);
    wins.commit(FIRST);
    untilStates("unpayable");
    payer.close();
    payer = start();
    await().atMost(LIMIT).until(() -> waiting().isEmpty());
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(alarm().health().getDetails()).containsEntry("unpaid", 1L);

    books.run("update nth_payer.ledger set state = 'paid', reference = 'by hand'");
    await().atMost(LIMIT).until(() -> alarm().health().getStatus().equals(Status.UP));
  }

  private String waiting() {
    return String.valueOf(alarm().health().getDetails().getOrDefault("waiting", ""));
  }
}
