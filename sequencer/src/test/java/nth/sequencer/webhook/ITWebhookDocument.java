package nth.sequencer.webhook;

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
import java.time.Duration;
import java.util.List;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The receiver of docs/webhooks.md, which knows none of our code, and the whole sequencer. */
class ITWebhookDocument {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final EventId EVENT = new EventId("opening");
  private static final String ANOTHER = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  @TempDir private Path folder;

  @Test
  void theReceiverOfTheDocument_hearsOfEachWinOnce_andBelievesNobodyElse() throws Exception {
    Tools.requirePythonModule("sqlite3");
    int port = FreePort.any();
    Process shop = shop(port);
    try (RealBroker broker = RealParts.broker();
        RealDatabase database = RealParts.database();
        var wire = new Wire(broker.bootstrapServers());
        var sequencer = sequencer(broker, database, port)) {
      await().atMost(LIMIT).until(() -> sequencer.health("readiness") == 200);
      wire.define(EVENT, true, 1, 2);
      wire.enter(EVENT, People.ALICE);
      wire.enter(EVENT, People.BOB);
      await().atMost(LIMIT).until(() -> told().size() == 3);
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  new WebhookBooks(database)
                      .states(EVENT.value())
                      .equals(List.of("delivered", "delivered", "delivered")));
      new WebhookBooks(database)
          .run("update nth_webhook.notice set state = 'pending', next_attempt_at = now()");
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  new WebhookBooks(database)
                      .states(EVENT.value())
                      .equals(List.of("delivered", "delivered", "delivered")));
      assertThat(new WebhookBooks(database).column("attempts", EVENT.value()))
          .allMatch(attempts -> Integer.parseInt(attempts) >= 2);
      assertThat(forged(port)).isEqualTo(401);
    } finally {
      shop.destroyForcibly();
    }
    assertThat(told())
        .containsExactly(
            "promotion.won promotion-winner:opening:1",
            "promotion.won promotion-winner:opening:2",
            "promotion.closed promotion-closed:opening");
  }

  /** Knows the older one of two secrets only. */
  private Process shop(int port) throws IOException {
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
    await().atMost(LIMIT).until(() -> answers(port));
    return shop;
  }

  private static boolean answers(int port) {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private List<String> told() throws IOException {
    return Files.readAllLines(folder.resolve("told"));
  }

  private static RunningSequencer sequencer(RealBroker broker, RealDatabase database, int port) {
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

  private static int forged(int port) throws Exception {
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
