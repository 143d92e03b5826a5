package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.Topics;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The database of the mirror is lost, and comes back empty or wrong. */
class ITLostMirror extends OnARealBroker {

  private final Path stateDir = RunningSequencer.freshStateDir();
  private RealDatabase database;
  private JdbcClient jdbc;

  @BeforeEach
  void openDatabase() {
    database = RealParts.database();
    jdbc =
        JdbcClient.create(
            new DriverManagerDataSource(database.url(), database.user(), database.password()));
  }

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  @Test
  @Tag("O-75")
  @Procedure("The mirror in Postgres is lost or wrong")
  @Procedure("The mirror contradicts a record")
  void emptyMirror_isFilledAgain_andAContradictionIsSettledByHand() {
    try (var line = start(stateDir, database())) {
      awaitReady(line);
      win(EVENT);
      win(new EventId("second"));
      awaitRows(2);
      assertThat(ask("rebuild-mirror").said()).contains("stop every sequencer first");
    }
    loseRows();
    jdbc.sql(
            "insert into nth_winner values ('promotion-winner:second:2', 'second', 2,"
                + " 'mallory', 'r', now(), now(), '0-1')")
        .update();
    assertThat(ask("audit").code()).isEqualTo(1);

    assertThat(ask("rebuild-mirror").code()).isZero();

    try (var line = start(stateDir, database())) {
      awaitReady(line);
      awaitRows(2);
      awaitContradiction();
      assertThat(ask("dead-letters").said()).contains("contradiction: differs in ");
      assertThat(ask("put-back", "0", "--yes").said()).contains("only the sequencer writes");
      assertThat(ask("audit").code()).isEqualTo(1);
    }
    settleByHand();

    assertThat(ask("rebuild-mirror").code()).isZero();

    try (var line = start(stateDir, database())) {
      awaitReady(line);
      awaitRows(2);
      Asked audit = ask("audit");
      assertThat(audit.code()).as(audit.said()).isZero();
    }
    assertThat(wire.read(Topics.DEAD_LETTERS)).hasSize(1);
  }

  private void win(EventId event) {
    wire.define(event, true, 2);
    Wire.people(1, 2).forEach(user -> wire.enter(event, user));
  }

  private void loseRows() {
    jdbc.sql("truncate nth_winner, nth_closing").update();
  }

  /** As RECOVERY.md says. */
  private void settleByHand() {
    jdbc.sql("create table nth_winner_wrong as select * from nth_winner where event_id = 'second'")
        .update();
    jdbc.sql("delete from nth_winner where event_id = 'second'").update();
  }

  private void awaitRows(int count) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(rows("nth_winner")).hasSize(count);
              assertThat(rows("nth_closing")).hasSize(count);
            });
  }

  private void awaitContradiction() {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(wire.read(Topics.DEAD_LETTERS)).hasSize(1));
  }

  private List<Map<String, Object>> rows(String table) {
    boolean there =
        jdbc.sql("select to_regclass('" + table + "') is not null").query(Boolean.class).single();
    return there ? jdbc.sql("select * from " + table).query().listOfRows() : List.of();
  }

  private Map<String, String> database() {
    return Map.of(
        "spring.datasource.url", database.url(),
        "spring.datasource.username", database.user(),
        "spring.datasource.password", database.password());
  }

  private Asked ask(String... arguments) {
    return ask(database(), arguments);
  }
}
