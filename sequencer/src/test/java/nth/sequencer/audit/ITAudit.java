package nth.sequencer.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import nth.contract.DeadLetter;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.PromotionView;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Relay;
import nth.sequencer.RunningSequencer;
import nth.sequencer.Wire;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The whole sequencer with broker and database; the way to the database can be cut. */
class ITAudit {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final EventId EVENT = new EventId("opening");
  private static final UserId ALICE = new UserId("alice");
  private static final UserId BOB = new UserId("bob");

  private RealBroker broker;
  private RealDatabase database;
  private Relay relay;
  private Wire wire;
  private JdbcClient jdbc;

  @BeforeEach
  void open() throws IOException {
    broker = RealParts.broker();
    database = RealParts.database();
    relay = new Relay(URI.create(database.url().substring("jdbc:".length())).getPort());
    wire = new Wire(broker.bootstrapServers());
    jdbc =
        JdbcClient.create(
            new DriverManagerDataSource(database.url(), database.user(), database.password()));
  }

  @AfterEach
  void close() throws IOException {
    wire.close();
    relay.close();
    database.close();
    broker.close();
  }

  @Test
  void rows_equalRecordsFieldByField() {
    try (var sequencer = start()) {
      win(sequencer);
      // Two topics, two listeners: neither says anything about the other.
      await().atMost(LIMIT).untilAsserted(() -> assertThat(closings()).hasSize(1));
      await().atMost(LIMIT).untilAsserted(() -> assertThat(winners()).hasSize(1));

      Winner winner = wire.winners(EVENT).get(0);
      assertThat(winners())
          .containsExactly(
              Map.of(
                  "dedup_id", winner.dedupId(),
                  "event_id", "opening",
                  "seq", winner.seq().value(),
                  "user_id", "bob",
                  "request_id", winner.requestId().value(),
                  "requested_at", Timestamp.from(winner.requestedAt()),
                  "determined_at", Timestamp.from(winner.determinedAt()),
                  "position", winner.position().toString()));
      PromotionView view = lastView();
      assertThat(closings())
          .containsExactly(
              Map.of(
                  "event_id", "opening",
                  "cause", "won",
                  "closed_at", Timestamp.from(view.closedAt()),
                  "total_entries", 2L,
                  "winners", "[{\"seq\": 2, \"user_id\": \"bob\"}]",
                  "position", view.position().toString(),
                  "dedup_id", "promotion-closed:opening"));
      redeliver(winner);
    }
  }

  /** The same record again, and a later one to know that it was handled. */
  private void redeliver(Winner winner) {
    wire.raw(Topics.WINNERS, "opening", Json.strict().writeValueAsBytes(winner));
    wire.raw(Topics.WINNERS, "opening", null);
    awaitDeadLetters(1);
    assertThat(reasons()).containsExactly("unreadable");
    assertThat(winners()).hasSize(1);
  }

  @Test
  @Tag("O-24")
  @Tag("O-25")
  @Tag("O-50")
  @Tag("O-59")
  void poisonAndContradiction_arePutAsideOnce_andLaterWinnersAreMirrored() {
    try (var sequencer = start()) {
      awaitReady(sequencer);
      awaitTables();
      jdbc.sql(
              "insert into nth_winner values ('promotion-winner:opening:2', 'opening', 2,"
                  + " 'mallory', 'r', now(), now(), '0-1')")
          .update();
      wire.raw(Topics.WINNERS, "opening", new byte[] {0, 1, (byte) 0xff});
      wire.raw(Topics.WINNERS, "opening", withNul());
      win(sequencer);
      wire.define(new EventId("later"), true, 1);
      wire.enter(new EventId("later"), ALICE);

      await().atMost(LIMIT).untilAsserted(() -> assertThat(winners()).hasSize(2));
      assertThat(winners()).extracting(row -> row.get("user_id")).contains("mallory", "alice");
      awaitDeadLetters(3);
      assertThat(reasons()).containsExactly("unreadable", "unreadable", "contradiction");
      var health = sequencer.bean(AuditAlarm.class).health();
      assertThat(health.getStatus()).isEqualTo(Status.DOWN);
      assertThat(health.getDetails()).containsEntry("contradictions", 1L);
      assertThat(sequencer.told("audit", "contradictions").asLong()).isEqualTo(1);
      assertThat(sequencer.told("audit", "dead_letters").asLong()).isEqualTo(3);
      assertThat(sequencer.operator()).doesNotContain("mallory", ALICE.value(), BOB.value());
      assertThat(sequencer.health("readiness")).isEqualTo(200);
    }
  }

  @Test
  @Tag("O-27")
  @Tag("O-70")
  void databaseThatIsAway_isWaitedFor_atStartAndLater() throws IOException {
    relay.cut();
    try (var sequencer = start()) {
      win(sequencer);
      relay.mend();
      awaitTables();
      await().atMost(LIMIT).untilAsserted(() -> assertThat(winners()).hasSize(1));

      relay.cut();
      wire.define(new EventId("later"), true, 1);
      wire.enter(new EventId("later"), ALICE);
      await()
          .atMost(LIMIT)
          .until(() -> sequencer.bean(AuditAlarm.class).health().getStatus() == Status.DOWN);
      assertThat(sequencer.health("liveness")).isEqualTo(200);
      assertThat(sequencer.health("readiness")).isEqualTo(200);
      await().atMost(LIMIT).until(() -> winnersBehind(sequencer) > 0);
      relay.mend();

      await().atMost(LIMIT).untilAsserted(() -> assertThat(winners()).hasSize(2));
      await().atMost(LIMIT).until(() -> winnersBehind(sequencer) == 0);
      assertThat(sequencer.operator()).doesNotContain(ALICE.value());
      assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
    }
  }

  private static long winnersBehind(RunningSequencer sequencer) {
    return sequencer.told("auditBacklog", "behind").path(Topics.WINNERS.name() + "-0").asLong();
  }

  private RunningSequencer start() {
    return new RunningSequencer(
        broker.bootstrapServers(),
        RunningSequencer.freshStateDir(),
        Map.of(
            "spring.datasource.url",
            database.url().replaceFirst("localhost:\\d+", "127.0.0.1:" + relay.port()),
            "spring.datasource.username",
            database.user(),
            "spring.datasource.password",
            database.password()));
  }

  private static void awaitReady(RunningSequencer sequencer) {
    await().atMost(LIMIT).until(() -> sequencer.health("readiness") == 200);
  }

  private void awaitTables() {
    await()
        .atMost(LIMIT)
        .until(
            () ->
                jdbc.sql("select to_regclass('nth_closing') is not null")
                    .query(Boolean.class)
                    .single());
  }

  private void win(RunningSequencer sequencer) {
    awaitReady(sequencer);
    wire.define(EVENT, true, 2);
    wire.enter(EVENT, ALICE);
    wire.enter(EVENT, BOB);
    await().atMost(LIMIT).until(() -> !wire.winners(EVENT).isEmpty());
  }

  private static byte[] withNul() {
    return ("{\"type\":\"winner_determined\",\"v\":1,\"event_id\":\"opening\",\"seq\":1,"
            + "\"user_id\":\"a\\u0000b\",\"request_id\":\"r\","
            + "\"requested_at\":\"2027-03-28T10:00:00.000Z\","
            + "\"determined_at\":\"2027-03-28T10:00:00.000Z\",\"position\":\"0-1\"}")
        .getBytes(UTF_8);
  }

  private void awaitDeadLetters(int count) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(wire.read(Topics.DEAD_LETTERS)).hasSize(count));
  }

  private List<String> reasons() {
    return wire.read(Topics.DEAD_LETTERS).stream()
        .map(record -> String.valueOf(Headers.text(record.headers(), DeadLetter.REASON)))
        .toList();
  }

  private PromotionView lastView() {
    var records = wire.read(Topics.PROMOTIONS);
    return Wire.parse(Topics.PROMOTIONS, records.get(records.size() - 1));
  }

  private List<Map<String, Object>> winners() {
    return jdbc.sql("select * from nth_winner").query().listOfRows();
  }

  private List<Map<String, Object>> closings() {
    return jdbc.sql(
            "select event_id, cause, closed_at, total_entries, winners::text, position, dedup_id"
                + " from nth_closing")
        .query()
        .listOfRows();
  }
}
