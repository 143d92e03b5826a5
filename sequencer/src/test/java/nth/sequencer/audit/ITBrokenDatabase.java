package nth.sequencer.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.Topics;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Permissions;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Relay;
import nth.sequencer.RunningSequencer;
import nth.sequencer.Wire;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** Winners flow, and the mirror is kept from them or from its books: one sequencer for all. */
class ITBrokenDatabase {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int CUTS = 20;

  private static RealBroker broker;
  private static RealDatabase database;
  private static Relay relay;
  private static Wire wire;
  private static RunningSequencer sequencer;
  private static int events;

  @BeforeAll
  static void open() throws IOException {
    broker = RealParts.broker(Permissions.BROKER);
    database = RealParts.database();
    relay = new Relay(URI.create(database.url().substring("jdbc:".length())).getPort());
    wire = new Wire(broker.bootstrapServers());
    sequencer = start();
    await().atMost(LIMIT).until(() -> sequencer.health("readiness") == 200);
  }

  private static RunningSequencer start() {
    return new RunningSequencer(
        broker.bootstrapServers(),
        RunningSequencer.freshStateDir(),
        Map.of(
            "spring.datasource.url",
            database.url().replaceFirst("localhost:\\d+", "127.0.0.1:" + relay.port()),
            "spring.datasource.username",
            database.user(),
            "spring.datasource.password",
            database.password(),
            "spring.datasource.hikari.maximum-pool-size",
            "2"));
  }

  @AfterAll
  static void close() throws IOException {
    sequencer.close();
    wire.close();
    relay.close();
    database.close();
    broker.close();
  }

  @AfterEach
  void everyWinnerIsARow_andNoneIsADeadLetter() throws Exception {
    awaitRows();
    assertThat(query("select count(*) - count(distinct dedup_id) from nth_winner")).isEqualTo("0");
    assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
  }

  @Test
  @Tag("O-56")
  void connectionCutAfterTheCommit_leavesEachRowOnce() throws Exception {
    for (int i = 0; i < CUTS; i++) {
      int before = relay.swallowed();
      relay.swallowReplyTo("insert into nth_winner");
      win();
      await().atMost(LIMIT).until(() -> relay.swallowed() > before);
      // The reply to the next attempt gets through.
      awaitRows();
    }
  }

  @Test
  @Tag("O-57")
  void serverThatOnlyReads_isLeftForAnotherConnection_andNothingIsPutAside() throws Exception {
    win();
    awaitRows();
    String before = backends();
    execute("alter system set default_transaction_read_only = on", "select pg_reload_conf()");
    win();
    await()
        .atMost(LIMIT)
        .until(() -> alarm().health().getDetails().toString().contains("read-only"));
    win();
    execute(
        "set default_transaction_read_only = off",
        "alter system reset default_transaction_read_only",
        "select pg_reload_conf()");

    awaitRows();
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(alarm().health().getDetails()).doesNotContainKey("waiting"));
    assertThat(backends()).isNotEqualTo(before);
  }

  @Test
  @Tag("O-26")
  void forbiddenWinners_areWaitedFor_andMirroredWhenAllowedAgain() {
    Permissions permissions = new Permissions(wire.admin);
    permissions.deny(ResourceType.TOPIC, Topics.WINNERS.name(), AclOperation.READ);
    await()
        .atMost(LIMIT)
        .until(() -> alarm().health().getDetails().toString().contains("the broker refuses it"));
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);
    wire.define(new EventId("forbidden"), true, 1);
    wire.enter(new EventId("forbidden"), People.BOB);
    permissions.allowAll();
    win();
  }

  @Test
  @Tag("O-58")
  void tableThatIsLocked_holdsUpTheMirrorOnly_andHealthAnswers() throws Exception {
    try (Connection blocker = connect()) {
      blocker.setAutoCommit(false);
      blocker.createStatement().execute("lock table nth_winner, nth_closing");
      for (int i = 0; i < 5; i++) {
        win();
      }
      // Both connections of the pool wait now.
      await()
          .atMost(LIMIT)
          .until(() -> query("select count(*) from pg_locks where not granted").equals("2"));
      assertThat(sequencer.health("readiness")).isEqualTo(200);
      assertThat(sequencer.health("liveness")).isEqualTo(200);
      // All of it, the audit's own included.
      long before = System.nanoTime();
      sequencer.health("");
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
      win();
      blocker.rollback();
    }
  }

  @Test
  @Tag("O-75")
  void winnersThatWereGoneBeforeTheyWereRead_areReportedLoudly() throws Exception {
    awaitRows();
    sequencer.close();
    var winners = new TopicPartition(Topics.WINNERS.name(), 0);
    wire.raw(Topics.WINNERS, "lost", new byte[0]);
    wire.admin.deleteRecords(Map.of(winners, RecordsToDelete.beforeOffset(-1))).all().get();
    sequencer = start();

    await()
        .atMost(LIMIT)
        .until(() -> Long.valueOf(1).equals(alarm().health().getDetails().get("lost")));
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(sequencer.health("liveness")).isEqualTo(200);
    execute("truncate nth_winner");
  }

  /** Returns when the win is decided. */
  private static void win() {
    EventId event = new EventId("event-" + ++events);
    wire.define(event, true, 1);
    wire.enter(event, People.ALICE);
    await().atMost(LIMIT).until(() -> !wire.winners(event).isEmpty());
  }

  private static void awaitRows() throws Exception {
    String winners = Integer.toString(wire.read(Topics.WINNERS).size());
    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(() -> query("select count(*) from nth_winner").equals(winners));
  }

  private static AuditAlarm alarm() {
    return sequencer.bean(AuditAlarm.class);
  }

  private static String backends() throws SQLException {
    return query(
        "select string_agg(pid::text, ',' order by pid) from pg_stat_activity"
            + " where application_name = 'PostgreSQL JDBC Driver' and pid <> pg_backend_pid()");
  }

  private static String query(String sql) throws SQLException {
    try (Connection connection = connect();
        var row = connection.createStatement().executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static void execute(String... statements) throws SQLException {
    try (Connection connection = connect()) {
      for (String statement : List.of(statements)) {
        connection.createStatement().execute(statement);
      }
    }
  }

  /** Past the relay. */
  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(database.url(), database.user(), database.password());
  }
}
