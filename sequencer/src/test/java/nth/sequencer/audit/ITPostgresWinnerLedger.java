package nth.sequencer.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Samples;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class ITPostgresWinnerLedger {

  private static RealDatabase database;
  private static JdbcClient jdbc;
  private static final int ROUNDS = 5;
  private static final List<List<MigrateResult>> migrations = new ArrayList<>();

  private final WinnerLedger ledger = new PostgresWinnerLedger(jdbc);

  /** Five at once on an empty database, as five instances would. */
  @BeforeAll
  static void migrate() throws Exception {
    database = RealParts.database();
    jdbc =
        JdbcClient.create(
            new DriverManagerDataSource(database.url(), database.user(), database.password()));
    for (int round = 1; round <= ROUNDS; round++) {
      migrations.add(migrate(round == ROUNDS ? "public" : "round_" + round));
    }
  }

  private static List<MigrateResult> migrate(String schema) throws Exception {
    Callable<MigrateResult> migration =
        () ->
            Flyway.configure()
                .dataSource(database.url(), database.user(), database.password())
                .schemas(schema)
                .table("nth_audit_history")
                .load()
                .migrate();
    ExecutorService five = Executors.newFixedThreadPool(5);
    try {
      return five.invokeAll(IntStream.range(0, 5).mapToObj(i -> migration).toList()).stream()
          .map(ITPostgresWinnerLedger::result)
          .toList();
    } finally {
      five.shutdown();
    }
  }

  private static MigrateResult result(Future<MigrateResult> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void empty() {
    jdbc.sql("truncate nth_winner, nth_closing").update();
  }

  @Test
  @Tag("O-60")
  void oneOfFiveInstances_makesTheTables() {
    assertThat(migrations)
        .hasSize(ROUNDS)
        .allSatisfy(
            five ->
                assertThat(five.stream().mapToInt(result -> result.migrationsExecuted).sum())
                    .isEqualTo(1));
  }

  @Test
  void winner_isWrittenOnce() {
    assertThat(ledger.record(Samples.WINNER)).isEqualTo(Verdict.written());
    assertThat(ledger.record(Samples.WINNER)).isEqualTo(Verdict.sameAgain());
    assertThat(count("nth_winner")).isEqualTo(1);
  }

  @Test
  void closing_isWrittenOnce() {
    Closing closing = Closing.of(Samples.FINISHED);

    assertThat(ledger.record(closing)).isEqualTo(Verdict.written());
    assertThat(ledger.record(closing)).isEqualTo(Verdict.sameAgain());
    assertThat(count("nth_closing")).isEqualTo(1);
  }

  @Test
  @Tag("O-59")
  void anotherWinnerOfTheSameNumber_isAContradiction_andNoUpdate() {
    Winner other =
        new Winner(
            Samples.EVENT,
            Samples.WINNER.seq(),
            People.ALICE,
            new RequestId("alice-1"),
            Samples.WINNER.requestedAt(),
            Samples.WINNER.determinedAt().plusMillis(1),
            Samples.WINNER.position());
    ledger.record(Samples.WINNER);

    assertThat(ledger.record(other))
        .isEqualTo(Verdict.contradiction("differs in determined_at, request_id, user_id"));
    assertThat(jdbc.sql("select user_id from nth_winner").query(String.class).single())
        .isEqualTo("bob");
  }

  @Test
  @Tag("O-59")
  void rowThatNoRecordCouldHave_isAContradiction() {
    jdbc.sql(
            "insert into nth_winner values ('forged', 'spring-opening', 2, 'not a user id', '',"
                + " now(), now(), 'nowhere')")
        .update();

    assertThat(ledger.record(Samples.WINNER).kind()).isEqualTo(Verdict.Kind.CONTRADICTION);
  }

  @Test
  void anotherClosing_isAContradiction() {
    Closing closing = Closing.of(Samples.FINISHED);
    Closing other =
        new Closing(
            closing.eventId(),
            closing.cause(),
            closing.closedAt(),
            closing.totalEntries() + 1,
            List.of(),
            closing.position(),
            closing.dedupId());
    ledger.record(closing);

    assertThat(ledger.record(other))
        .isEqualTo(Verdict.contradiction("differs in total_entries, winners"));
  }

  @Test
  @Tag("O-28")
  void valueThatTheDatabaseRefuses_isImpossible_andNotTriedForEver() {
    jdbc.sql("alter table nth_winner add constraint short check (length(user_id) < 9)").update();
    try {
      Winner tooLong =
          new Winner(
              Samples.EVENT,
              Seq.first(),
              new UserId("a-long-user-id"),
              new RequestId("r"),
              Samples.OPENS,
              Samples.OPENS,
              Samples.position(1));

      assertThat(ledger.record(tooLong))
          .isEqualTo(Verdict.impossible("the database cannot hold it: SQLSTATE 23514"));
    } finally {
      jdbc.sql("alter table nth_winner drop constraint short").update();
    }
  }

  private static int count(String table) {
    return jdbc.sql("select count(*) from " + table).query(Integer.class).single();
  }
}
