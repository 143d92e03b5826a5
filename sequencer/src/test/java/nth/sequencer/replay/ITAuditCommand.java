package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Result;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.sequencer.RunningSequencer;
import nth.sequencer.Wire;
import nth.sequencer.operator.Operator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The command beside a running sequencer with broker and database. Each test forges a promotion of
 * its own and asks about that one.
 */
class ITAuditCommand {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final UserId ALICE = new UserId("alice");
  private static final UserId BOB = new UserId("bob");

  private static RealBroker broker;
  private static RealDatabase database;
  private static RunningSequencer sequencer;
  private static Wire wire;
  private static JdbcClient jdbc;
  private static Map<String, String> settings;

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() {
    broker = RealParts.broker();
    database = RealParts.database();
    wire = new Wire(broker.bootstrapServers());
    jdbc =
        JdbcClient.create(
            new DriverManagerDataSource(database.url(), database.user(), database.password()));
    settings =
        Map.of(
            "spring.kafka.bootstrap-servers", broker.bootstrapServers(),
            "spring.datasource.url", database.url(),
            "spring.datasource.username", database.user(),
            "spring.datasource.password", database.password());
    sequencer =
        new RunningSequencer(broker.bootstrapServers(), RunningSequencer.freshStateDir(), settings);
    await().atMost(LIMIT).until(() -> sequencer.health("readiness") == 200);
  }

  @AfterAll
  static void stop() {
    sequencer.close();
    wire.close();
    database.close();
    broker.close();
  }

  @Test
  void whatTheLineDid_holds_andTheJarSaysSoInJson() throws Exception {
    EventId event = won("healthy");
    Path output = Files.createFile(folder.resolve("output"));
    try (var jar =
        JavaProcess.start(
            List.of(
                "-jar",
                Path.of("target", "sequencer-exec.jar").toString(),
                "audit",
                "--json",
                "--event=" + event,
                "--work-dir=" + folder.resolve("work")),
            Map.of(
                "SPRING_KAFKA_BOOTSTRAP_SERVERS", broker.bootstrapServers(),
                "SPRING_DATASOURCE_URL", database.url(),
                "SPRING_DATASOURCE_USERNAME", database.user(),
                "SPRING_DATASOURCE_PASSWORD", database.password()),
            output)) {
      assertThat(jar.awaitExit()).as(jar.output()).isZero();
      var report = Json.strict().readTree(jar.output());
      assertThat(report.path("verdict").stringValue()).isEqualTo("holds");
      assertThat(report.path("event").stringValue()).isEqualTo("healthy");
      assertThat(report.path("totals").path("entries").longValue()).isEqualTo(2);
      assertThat(report.path("events").path(0).path("winners").toString())
          .contains("\"user_id\":\"bob\"");
      assertThat(report.path("events").path(0).path("closing").path("cause").stringValue())
          .isEqualTo("won");
      assertThat(report.path("database").path("compared").booleanValue()).isTrue();
      assertThat(report.path("database").path("winners").longValue()).isEqualTo(1);
    }
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  @Test
  void forgedResult_isNamedWithItsPosition() {
    EventId event = won("forged-result");
    var record = lastOf(event, Topics.RESULTS);
    Result real = Wire.parse(Topics.RESULTS, record);
    wire.raw(Topics.RESULTS, event.value(), record.value(), Headers.TYPE, Headers.POSITION);

    assertThat(audit("--event", event.value())).isEqualTo(1);
    assertThat(out.toString())
        .contains("K3 extra result: nth.results-0 offset")
        .contains("(command " + real.origin().position() + ")")
        .endsWith("violated: " + verdict() + System.lineSeparator());
  }

  @Test
  void forgedWinner_isNamedWithItsPosition() {
    EventId event = won("forged-winner");
    Winner real = wire.winners(event).get(0);
    byte[] forged = Json.strict().writeValueAsString(real).replace("bob", "eve").getBytes(UTF_8);
    wire.raw(Topics.WINNERS, event.value(), forged, Headers.DEDUP_ID);

    assertThat(audit("--event", event.value())).isEqualTo(1);
    assertThat(out.toString())
        .contains("K4 different winner: nth.winners-0 offset")
        .contains("(command " + real.position() + "): user_id is \"eve\" and must be \"bob\"")
        .endsWith("violated: 1 different winner" + System.lineSeparator());
  }

  @Test
  void changedRow_isNamedWithItsColumn() {
    EventId event = won("changed-row");
    jdbc.sql("update nth_winner set user_id = 'eve' where event_id = ?")
        .param(event.value())
        .update();
    jdbc.sql("update nth_closing set winners = '[]' where event_id = ?")
        .param(event.value())
        .update();

    assertThat(audit("--event", event.value())).isEqualTo(1);
    assertThat(out.toString())
        .contains("user_id is eve and must be bob")
        .contains("winners is [] and must be [{\"seq\":2,\"user_id\":\"bob\"}]")
        .endsWith("violated: 2 different rows" + System.lineSeparator());
  }

  @Test
  void addedRow_isFound() {
    EventId event = won("added-row");
    jdbc.sql(
            "insert into nth_winner values ('promotion-winner:added-row:1', 'added-row', 1, 'eve',"
                + " 'r', now(), now(), '0-1')")
        .update();

    assertThat(audit("--event", event.value())).isEqualTo(1);
    assertThat(out.toString())
        .contains("K5 extra row: nth_winner promotion-winner:added-row:1 (command 0-1)")
        .endsWith("violated: 1 extra row" + System.lineSeparator());
  }

  @Test
  void missingRow_isListedWhileYoung_andAViolationLater() {
    EventId event = won("missing-row");
    jdbc.sql("delete from nth_winner where event_id = ?").param(event.value()).update();

    assertThat(audit("--event", event.value())).isZero();
    assertThat(out.toString()).contains("younger than 60 s: promotion-winner:missing-row:2");

    out.getBuffer().setLength(0);
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(90));
    assertThat(audit(new AuditCommand(later), "--event", event.value())).isEqualTo(1);
    assertThat(out.toString())
        .contains("promotion-winner:missing-row:2 is missing")
        .endsWith("violated: 1 missing row" + System.lineSeparator());
  }

  @Test
  void story_isTold() {
    EventId event = won("story");

    assertThat(audit("--event", event.value(), "--user", "alice")).isZero();
    assertThat(out.toString()).contains("target 2 went to bob at 0-");
  }

  @Test
  void databaseThatIsAway_isSaid_andCanBeLeftOut() {
    EventId event = won("alone");
    System.setProperty("spring.datasource.url", "jdbc:postgresql://localhost:1/nth");
    try {
      assertThat(audit(settingsWithout("spring.datasource.url"), "--event", event.value()))
          .isEqualTo(2);
      assertThat(out.toString()).isEmpty();
      assertThat(err.toString().lines())
          .singleElement()
          .asString()
          .contains("The database does not answer (SPRING_DATASOURCE_URL)");
      assertThat(
              audit(
                  settingsWithout("spring.datasource.url"),
                  "--no-database",
                  "--event",
                  event.value()))
          .isZero();
      assertThat(out.toString()).endsWith("holds, without Postgres" + System.lineSeparator());
    } finally {
      System.clearProperty("spring.datasource.url");
    }
  }

  @Test
  void brokerThatIsAway_isSaid() {
    assertThat(audit(Map.of("spring.kafka.bootstrap-servers", "localhost:1"), "--no-database"))
        .isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("No broker answers at localhost:1 (SPRING_KAFKA_BOOTSTRAP_SERVERS)");
  }

  @Test
  void wrongInput_isSaid() {
    assertThat(audit("--event", "No Such Id")).isEqualTo(2);
    assertThat(err.toString()).contains("Invalid value for option '--event': event_id must match");
  }

  private String verdict() {
    return out.toString().lines().reduce((first, second) -> second).orElseThrow().substring(10);
  }

  private static EventId won(String name) {
    EventId event = new EventId(name);
    wire.define(event, true, 2);
    wire.enter(event, ALICE);
    wire.enter(event, BOB);
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(rows("nth_winner", name) + rows("nth_closing", name)).isEqualTo(2));
    return event;
  }

  private static int rows(String table, String event) {
    return jdbc.sql("select count(*) from " + table + " where event_id = ?")
        .param(event)
        .query(Integer.class)
        .single();
  }

  private static org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]> lastOf(
      EventId event, nth.contract.Topic<?> topic) {
    return wire.read(topic).stream()
        .filter(record -> event.value().equals(new String(record.key(), UTF_8)))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static Map<String, String> settingsWithout(String key) {
    Map<String, String> rest = new java.util.TreeMap<>(settings);
    rest.remove(key);
    return rest;
  }

  private int audit(String... options) {
    return audit(new AuditCommand(), options);
  }

  private int audit(AuditCommand command, String... options) {
    return audit(command, settings, options);
  }

  private int audit(Map<String, String> given, String... options) {
    return audit(new AuditCommand(), given, options);
  }

  private int audit(AuditCommand command, Map<String, String> given, String... options) {
    List<String> arguments = new ArrayList<>(List.of("audit"));
    arguments.addAll(List.of(options));
    arguments.add("--work-dir=" + folder.resolve("work"));
    given.forEach(System::setProperty);
    try {
      return Operator.with(List.of(command), new PrintWriter(out), new PrintWriter(err))
          .run(arguments.toArray(String[]::new));
    } finally {
      given.keySet().forEach(System::clearProperty);
    }
  }
}
