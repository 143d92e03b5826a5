package nth.local;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Relay;
import nth.contract.guarantees.Guarantee;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docker-compose.yml and docker-compose.demo.yml without an engine: what the Dockerfile runs, as
 * processes of this machine, behind the gateway. They are started before Kafka and Postgres answer.
 */
class ITApplications {

  private static final List<String> APPS = List.of("sequencer", "ingress", "notifier");

  @TempDir static Path folder;
  private static RealBroker broker;
  private static RealDatabase database;
  private static Relay wayToDatabase;
  private static ComposeStage stage;
  private static Shop shop;
  private static Books books;

  @BeforeAll
  static void start() throws IOException {
    broker = RealParts.broker();
    database = RealParts.database();
    URI address = URI.create(database.url().substring("jdbc:".length()));
    wayToDatabase = new Relay(address.getPort());
    stage =
        new ComposeStage(
            folder,
            new ComposeFile(ComposeStage.SURROUNDINGS, ComposeFile.DEMO),
            Map.of("kafka:9092", broker.bootstrapServers()),
            database,
            "jdbc:postgresql://localhost:" + wayToDatabase.port() + address.getPath());
    shop = stage.shop();
    String credentials = "?user=" + database.user() + "&password=" + database.password();
    books = new Books(broker.bootstrapServers(), database.url() + credentials);
    startTooEarly();
  }

  /** O-69, O-68: everybody waits, nobody ends, and all goes on by itself. */
  private static void startTooEarly() throws IOException {
    broker.interrupt();
    wayToDatabase.cut();
    APPS.forEach(stage::launch);
    APPS.forEach(app -> await().atMost(Shop.LIMIT).until(() -> health(app, "liveness") == 200));
    APPS.forEach(app -> assertThat(health(app, "readiness")).as(app).isEqualTo(503));
    APPS.forEach(app -> assertThat(stage.isHealthy(app)).as(app).isFalse());
    broker.resume();
    stage.awaitReady("sequencer", "ingress", "notifier");
    APPS.forEach(app -> await().atMost(Shop.LIMIT).until(() -> stage.isHealthy(app)));
    wayToDatabase.mend();
  }

  /** 0 if nobody answers. */
  private static int health(String app, String group) {
    String request = "GET /actuator/health/%s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(group);
    try (RawHttp connection = new RawHttp(stage.port(app))) {
      return connection.say(request).listen(false).map(Heard::status).orElse(0);
    } catch (UncheckedIOException | IllegalStateException notYet) {
      return 0;
    }
  }

  @AfterAll
  static void stop() throws IOException {
    if (stage != null) {
      stage.close();
    }
    wayToDatabase.close();
    database.close();
    broker.close();
  }

  @Test
  @Tag("O-68")
  @Tag("O-69")
  void whatWasStartedBeforeKafkaAndPostgres_works_withoutAnotherStart() {
    EventId event = shop.defined("early", "{\"targets\":[1]}");
    shop.enter(event, ALICE);

    assertThat(shop.decided(event, ALICE).body().path("winner").asBoolean()).isTrue();
    assertMirrored();
    APPS.forEach(app -> assertThat(stage.process(app).isAlive()).as(app).isTrue());
  }

  private static void assertMirrored() {
    await()
        .atMost(Shop.LIMIT)
        .untilAsserted(() -> assertThat(books.mirrored()).isEqualTo(books.published()));
  }

  @Test
  @Tag("O-66")
  void entriesAcceptedWhileNoSequencerRuns_areNumberedWhenItStarts() {
    EventId event = shop.defined("asleep", "{\"targets\":[2]}");
    assertEndsWhenTold("sequencer");

    List<Shop.Answer> accepted =
        List.of(shop.enter(event, ALICE), shop.enter(event, BOB), shop.enter(event, CHARLIE));
    Shop.Answer waiting = shop.me(event, BOB, "?position=" + accepted.get(1).text("position"));

    assertThat(accepted).allMatch(answer -> answer.status() == 202);
    assertThat(waiting.status()).isEqualTo(202);
    assertThat(waiting.text("status")).isEqualTo("processing");
    assertThat(waiting.number("ahead")).isEqualTo(1);

    stage.launch("sequencer");

    assertThat(shop.decided(event, ALICE).number("seq")).isEqualTo(1);
    assertThat(shop.decided(event, BOB).body().path("winner").asBoolean()).isTrue();
    assertThat(shop.decided(event, CHARLIE).text("reason")).isEqualTo("closed");
    Guarantee.assertAllHold(books.history());
    assertMirrored();
    books.assertNoDeadLetters();
  }

  /** O-66: within the 90 s that the engine waits, which is the limit of this too. */
  private static void assertEndsWhenTold(String app) {
    JavaProcess process = stage.process(app);
    process.terminate();
    assertThat(process.awaitExit()).as(app).isIn(0, 143);
  }

  // O-17, small: one round, without load.
  @Test
  @Tag("O-66")
  void ingressToldToStop_endsByItself_andWhatItAcceptedIsNumbered() {
    EventId event = shop.defined("stopped", "{\"targets\":[1000]}");
    assertThat(shop.enter(event, ALICE).status()).isEqualTo(202);

    assertEndsWhenTold("ingress");

    assertThat(shop.enter(event, BOB).text("code")).isEqualTo("outcome_unknown");
    assertThat(shop.decided(event, ALICE).number("seq")).isEqualTo(1);
    stage.launch("ingress");
    stage.awaitReady("ingress");
    assertThat(shop.enter(event, BOB, "Prefer", "wait=10").number("seq")).isEqualTo(2);
  }

  @Test
  void streams_comeThroughTheGateway_asThingsHappen() {
    EventId event = shop.defined("stream", "{\"targets\":[2],\"count\":\"live\"}");
    Watcher watcher = Watcher.open(stage.gateway().at("/events/" + event + "/stream"));
    await().atMost(Shop.LIMIT).until(watcher::hasBegun);
    shop.enter(event, ALICE);
    await().atMost(Shop.LIMIT).until(() -> watcher.last().event().equals("update"));
    shop.enter(event, BOB);

    assertThat(watcher.awaitEnd()).isEqualTo(200);
    assertThat(watcher.last().event()).isEqualTo("closed");
    assertThat(watcher.last().data().path("total_entries").asLong()).isEqualTo(2);
  }

  @Test
  void whoComesPastTheGateway_isNobody() {
    EventId event = shop.defined("past", "{\"targets\":[1000]}");
    Shop past =
        new Shop(
            path -> stage.address("ingress", path),
            path -> stage.address("notifier", path),
            ComposeStage.ADMIN_TOKEN);

    assertThat(past.enter(event, ALICE).text("code")).isEqualTo("user_required");
    assertThat(past.me(event, ALICE, "").text("code")).isEqualTo("user_required");
    assertThat(shop.enter(event, ALICE).status()).isEqualTo(202);
  }

  /** Of the network's tokens everybody would get their own for an address that is made up. */
  @Test
  void whoMakesUpAnAddress_orAPath_gainsNothing() {
    int port = stage.gateway().port();
    EventId event = shop.defined("forged", "{\"targets\":[1000]}");
    String forged = "X-Forwarded-For: 198.51.100.%d\r\nForwarded: for=198.51.100.%d\r\n";
    UserId eve = new UserId("eve");
    for (int i = 0; i < 8; i++) {
      Heard answer =
          RawHttp.ask(
              port,
              "POST /events/%s/entries HTTP/1.1\r\nHost: shop\r\nx-user-id: %s\r\n%s\r\n"
                  .formatted(event, eve, forged.formatted(i, i)));
      assertThat(answer.status()).isIn(202, 429);
    }
    assertThat(shop.decided(event, eve).number("seq")).isEqualTo(1);
    for (String target : Spellings.OF_ACTUATOR) {
      Heard answer = RawHttp.ask(port, "GET " + target + " HTTP/1.1\r\nHost: shop\r\n\r\n");
      assertThat(answer.status()).as(target).isIn(400, 404);
      assertThat(answer.body()).as(target).doesNotContain("\"UP\"");
    }
  }

  @Test
  void pageAndDocuments_comeThroughTheGateway() {
    for (String path :
        List.of(
            "/", "/page/0123456789abcdef/main.js", "/openapi/ingress.json", "/asyncapi/nth.json")) {
      Heard answer =
          RawHttp.ask(
              stage.gateway().port(),
              "GET " + path + " HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
      assertThat(answer.status()).as(path).isEqualTo(200);
    }
  }
}
