package nth.sequencer.webhook;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Tools;
import nth.sequencer.RunningSequencer;
import nth.sequencer.Wire;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole sequencer with webhooks, and the receiver of docs/webhooks.md, which knows none of our
 * code.
 */
class ITWebhookSequencer {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String ANOTHER = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  @TempDir private static Path folder;
  private static RealBroker broker;
  private static RealDatabase database;
  private static Wire wire;
  private static int port;
  private static Process shop;
  private static RunningSequencer sequencer;
  private static WebhookBooks books;

  @BeforeAll
  static void open() throws Exception {
    Tools.requirePythonModule("sqlite3");
    broker = RealParts.broker();
    database = RealParts.database();
    books = new WebhookBooks(database);
    wire = new Wire(broker.bootstrapServers());
    port = FreePort.any();
    shop = shop();
    sequencer = sequencer();
    await().atMost(LIMIT).until(() -> sequencer.health("readiness") == 200);
  }

  @AfterAll
  static void close() {
    if (sequencer != null) {
      sequencer.close();
      shop.destroyForcibly();
      wire.close();
      database.close();
      broker.close();
    }
  }

  private static void untilDelivered(EventId event, int notices) {
    await()
        .atMost(LIMIT)
        .until(() -> books.states(event.value()).equals(nCopies(notices, "delivered")));
  }

  @Test
  void theReceiverOfTheDocument_hearsOfEachWinOnce_andBelievesNobodyElse() throws Exception {
    var event = new EventId("opening");
    wire.define(event, true, 1, 2);
    wire.enter(event, People.ALICE);
    wire.enter(event, People.BOB);
    untilDelivered(event, 3);
    books.run(
        "update nth_webhook.notice set state = 'pending', next_attempt_at = now()"
            + " where event_id = 'opening'");
    untilDelivered(event, 3);
    assertThat(books.column("attempts", event.value()))
        .allMatch(attempts -> Integer.parseInt(attempts) >= 2);
    assertThat(forged()).isEqualTo(401);

    assertThat(Files.readAllLines(folder.resolve("told")))
        .filteredOn(line -> line.contains("opening"))
        .containsExactly(
            "promotion.won promotion-winner:opening:1",
            "promotion.won promotion-winner:opening:2",
            "promotion.closed promotion-closed:opening");
  }

  // O-58
  @Test
  void aTableThatIsLocked_holdsUpTheWebhooksOnly() throws Exception {
    var event = new EventId("locked");
    await().atMost(LIMIT).until(books::isThere);
    try (var blocker =
        DriverManager.getConnection(database.url(), database.user(), database.password())) {
      blocker.setAutoCommit(false);
      blocker.createStatement().execute("lock table nth_webhook.notice");
      wire.define(event, true, 1);
      wire.enter(event, People.ALICE);
      await().atMost(LIMIT).until(() -> books.isMirrored(event.value()));
      assertThat(sequencer.health("readiness")).isEqualTo(200);
      assertThat(sequencer.health("liveness")).isEqualTo(200);
      blocker.rollback();
    }
    untilDelivered(event, 2);
  }

  /** Knows the older one of two secrets only. */
  private static Process shop() throws IOException {
    String text = Files.readString(Path.of("..", "docs", "webhooks.md"));
    int start = text.indexOf("```python\n") + "```python\n".length();
    Path script = folder.resolve("receiver.py");
    Files.writeString(script, text.substring(start, text.indexOf("```", start)));
    var builder =
        new ProcessBuilder(
                Tools.SYSTEM_PYTHON,
                script.toString(),
                Integer.toString(port),
                folder.resolve("ledger").toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("told").toFile());
    builder.environment().put("WEBHOOK_SECRETS", WebhooksUnderTest.SECRET);
    Process shop = builder.start();
    await().atMost(LIMIT).until(() -> answers());
    return shop;
  }

  private static boolean answers() {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static RunningSequencer sequencer() {
    return new RunningSequencer(
        broker.bootstrapServers(),
        RunningSequencer.freshStateDir(),
        Map.of(
            "spring.datasource.url", database.url(),
            "spring.datasource.username", database.user(),
            "spring.datasource.password", database.password(),
            "nth.webhook.url", "http://127.0.0.1:" + port + "/hooks/nth",
            "nth.webhook.secrets", ANOTHER + "," + WebhooksUnderTest.SECRET));
  }

  private static int forged() throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hooks/nth"))
            .header("webhook-id", "promotion-winner:opening:3")
            .header("webhook-timestamp", Long.toString(System.currentTimeMillis() / 1_000))
            .header("webhook-signature", "v1,AAAA")
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
