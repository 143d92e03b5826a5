package nth.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.Command.RetirePromotion;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.RequestId;
import nth.contract.Topics;
import nth.local.OpenApi.Asked;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A round of calls in which every answer that can be had is had, and is as it is written. */
class ITOpenApi {

  private static final String ADMIN = "Authorization: Bearer " + LocalProcess.ADMIN_TOKEN;
  private static final String JSON = "Content-Type: application/json";
  private static final String FOREIGN = "Origin: https://evil.example";
  private static final String WAIT = "Prefer: wait=10";
  private static final String LIVE = "{\"targets\":[1]}";
  private static final String FAR =
      "{\"targets\":[5],\"opens_at\":\"2099-01-01T00:00:00Z\",\"closes_at\":null,"
          + "\"close_when_won\":false,\"count\":\"hidden\"}";

  @TempDir static Path folder;
  private static LocalProcess local;
  private static Shop shop;

  private final Round round = new Round(local.http("/"));

  @BeforeAll
  static void start() {
    local = new LocalProcess(folder.resolve("data"));
    local
        .start(
            "--nth.admin.token=" + LocalProcess.ADMIN_TOKEN,
            "--nth.cors.allowed-origins=https://shop.example",
            "--nth.http.receive-timeout=3s",
            "--nth.notifier.max-streams-per-network=2",
            "--nth.notifier.max-streams=3")
        .awaitReady();
    shop = local.shop();
  }

  @AfterAll
  static void stop() throws Exception {
    local.close();
  }

  @Test
  void everyAnswer_isAsWritten_andEveryOneWithinReachIsHad() {
    documentsAreServed();
    pageIsServed();
    EventId won = promotionIsWonAndClosed();
    EventId running = entriesAreRefused();
    resultsAreRead(won, running);
    streamsAreHeard(won, running);
    whatNoHandlerSees(running);
    elsewhere();
    nobodysNumberIsKnown(won);
    tooOften(running);

    assertThat(round.faults()).isEmpty();
    Set<String> within =
        round.documents().values().stream()
            .flatMap(document -> document.answers().stream())
            .filter(answer -> !isOutOfReach(answer))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(round.had()).isEqualTo(within);
  }

  /** Only a fault of ours is a 500, and only a broken broker, or a full instance, a 503. */
  private static boolean isOutOfReach(String answer) {
    boolean stream = answer.contains("/stream ");
    return answer.endsWith(" 500") || answer.endsWith(" 503") && !stream;
  }

  private void documentsAreServed() {
    for (String app : round.documents().keySet()) {
      Heard answer = round.ask("GET", "/openapi/" + app + ".json", "");
      assertThat(answer.gist()).isEqualTo("200");
      assertThat(answer.body()).isEqualTo(round.documents().get(app).text());
      assertThat(answer.header("cache-control")).isEqualTo("max-age=60, public");
    }
    Heard topics = round.ask("GET", "/asyncapi/nth.json", "200");
    assertThat(topics.body()).contains("\"asyncapi\"", "nth.winners");
    assertThat(topics.header("cache-control")).isEqualTo("max-age=60, public");
  }

  private void pageIsServed() {
    Heard page = round.ask("GET", "/", "200");
    round.ask("GET", "/", "304", "", "If-None-Match: " + page.header("etag"));
    round.ask("GET", "/", "406 not_acceptable", "", "Accept: image/png");
  }

  private EventId promotionIsWonAndClosed() {
    EventId event = Shop.newEvent("won");
    String path = "/events/" + event;
    round.ask(
        "PUT", path, "201", LIVE, ADMIN, JSON, "Idempotency-Key: \"first\"", "X-Correlation-Id: c");
    round.ask("PUT", path, "200", LIVE, ADMIN, JSON);
    round.ask(
        "POST", path + "/entries", "200", "{}", user(ALICE), JSON, WAIT, "Idempotency-Key: k");
    round.ask("PUT", path, "409 already_running", "{\"targets\":[7]}", ADMIN, JSON);
    round.ask("POST", path + "/entries", "409 closed", "", user(BOB), WAIT);
    round.ask("POST", path + "/close", "200", "{}", ADMIN, JSON);
    round.ask("PUT", path, "400 invalid_definition", "[", ADMIN, JSON);
    round.ask("PUT", path, "415 unsupported_media_type", LIVE, ADMIN, "Content-Type: text/plain");
    round.ask("PUT", path, "413 body_too_large", " ".repeat(20_000), ADMIN, JSON);
    round.ask("PUT", path, "401 admin_required", LIVE, JSON);
    round.ask("PUT", path, "403 origin_refused", LIVE, ADMIN, JSON, FOREIGN);
    round.ask("PUT", path, "406 not_acceptable", LIVE, ADMIN, JSON, "Accept: text/html");
    round.ask("POST", path + "/close", "400 invalid_body", "{\"a\":1}", ADMIN, JSON);
    round.ask("POST", path + "/close", "415 unsupported_media_type", "{}", ADMIN);
    round.ask("POST", path + "/close", "413 body_too_large", " ".repeat(20_000), ADMIN, JSON);
    round.ask("POST", path + "/close", "401 admin_required", "", "Authorization: Bearer no");
    round.ask("POST", path + "/close", "403 origin_refused", "", ADMIN, FOREIGN);
    round.ask("POST", path + "/close", "406 not_acceptable", "", ADMIN, "Accept: text/html");
    round.ask(
        "POST", "/events/" + Shop.newEvent("none") + "/close", "404 event_not_found", "", ADMIN);
    return event;
  }

  private EventId entriesAreRefused() {
    EventId running = shop.defined("running", "{\"targets\":[1000]}");
    String path = "/events/" + running + "/entries";
    round.ask("POST", path, "202", "", "X-User-Id: p1");
    round.ask("POST", path, "202", "", "X-User-Id: p2", "Prefer: respond-async");
    round.ask("POST", path, "200", "", "X-User-Id: p1", WAIT);
    EventId far = shop.defined("far", FAR);
    round.ask("POST", "/events/" + far + "/entries", "425 not_started", "", "X-User-Id: p3", WAIT);
    String nowhere = "/events/" + Shop.newEvent("none") + "/entries";
    round.ask("POST", nowhere, "404 event_not_found", "", "X-User-Id: p3", WAIT);
    round.ask(
        "POST", path, "400 invalid_idempotency_key", "", "X-User-Id: p4", "Idempotency-Key: \\");
    round.ask("POST", "/events/UPPER/entries", "400 invalid_event_id", "", "X-User-Id: p4");
    round.ask("POST", path, "400 invalid_user", "", "X-User-Id: p 4");
    round.ask("POST", path, "400 invalid_body", "[]", "X-User-Id: p4", JSON);
    round.ask("POST", path, "401 user_required", "");
    round.ask("POST", path, "403 origin_refused", "", "X-User-Id: p5", FOREIGN);
    round.ask("POST", path, "406 not_acceptable", "", "X-User-Id: p5", "Accept: text/html");
    round.ask("POST", path, "413 body_too_large", " ".repeat(20_000), "X-User-Id: p5", JSON);
    round.ask("POST", path, "415 unsupported_media_type", "{}", "X-User-Id: p5");
    return running;
  }

  private void resultsAreRead(EventId won, EventId running) {
    round.ask("GET", "/events/" + won, "200", "", "Origin: https://shop.example");
    round.ask("GET", "/events/" + running, "200");
    round.ask("GET", "/events/UPPER", "400 invalid_event_id");
    round.ask("GET", "/events/" + Shop.newEvent("none"), "404 event_not_found");
    shop.decided(won, ALICE);
    round.ask("GET", "/events/" + won + "/entries/me", "200", "", user(ALICE));
    String me = "/events/" + running + "/entries/me";
    round.ask("GET", me, "202", "", "X-User-Id: nobody");
    round.ask("GET", me + "?position=0-99999999", "202", "", "X-User-Id: nobody");
    round.ask("GET", me + "?position=7-1", "400 invalid_position", "", "X-User-Id: nobody");
    round.ask("GET", me, "400 invalid_user", "", "X-User-Id: no body");
    round.ask("GET", "/events/" + won + "/entries/me", "404 not_entered", "", "X-User-Id: nobody");
    round.ask("GET", me, "401 user_required");
  }

  private void streamsAreHeard(EventId won, EventId running) {
    for (String stream : List.of("/entries/me/stream", "/stream")) {
      String path = "/events/" + won + stream;
      Heard ended = round.ask("GET", path, "200", "", user(ALICE));
      String last =
          Stream.of(ended.body().split("\n\n"))
              .map(frame -> Frames.field(frame, "id"))
              .filter(id -> !id.isEmpty())
              .reduce((first, second) -> second)
              .orElseThrow();
      round.ask("GET", path, "204", "", user(ALICE), "Last-Event-ID: " + last);
      round.ask("GET", "/events/UPPER" + stream, "400 invalid_event_id", "", user(ALICE));
      String nowhere = "/events/" + Shop.newEvent("none") + stream;
      round.ask("GET", nowhere, "404 event_not_found", "", user(ALICE));
    }
    round.ask("GET", "/events/" + won + "/entries/me/stream", "200", "", "X-User-Id: nobody");
    round.ask("GET", "/events/" + won + "/entries/me/stream", "401 user_required");
    Watcher first = Watcher.open(local.http("/events/" + running + "/stream"));
    await().atMost(Shop.LIMIT).until(first::hasBegun);
    try (Socket second = listenFrom("127.0.0.1", running)) {
      assertThat(second.isConnected()).isTrue();
      assertRefused(running, "429 too_many_streams_per_network");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (Socket elsewhere = listenFrom("127.0.0.2", running);
        Socket there = listenFrom("127.0.0.3", running)) {
      assertThat(elsewhere.isConnected() && there.isConnected()).isTrue();
      assertRefused(running, "503 too_many_streams");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    round.ask("POST", "/events/" + running + "/close", "200", "", ADMIN);
    first.awaitEnd();
  }

  private void assertRefused(EventId event, String refusal) {
    for (String stream : List.of("/entries/me/stream", "/stream")) {
      round.ask("GET", "/events/" + event + stream, refusal, "", user(BOB));
    }
  }

  /** As soon as there is a place. */
  private static Socket listenFrom(String address, EventId event) {
    return await()
        .atMost(Shop.LIMIT)
        .pollDelay(Duration.ZERO)
        .until(() -> listening(address, event), Optional::isPresent)
        .orElseThrow();
  }

  private static Optional<Socket> listening(String address, EventId event) throws IOException {
    URI http = local.http("/");
    Socket socket = new Socket(http.getHost(), http.getPort(), InetAddress.getByName(address), 0);
    String request = "GET /events/" + event + "/stream HTTP/1.1\r\nHost: nth\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] answer = socket.getInputStream().readNBytes(12);
    if (new String(answer, StandardCharsets.US_ASCII).endsWith("200")) {
      return Optional.of(socket);
    }
    socket.close();
    return Optional.empty();
  }

  /** The same for every operation, since it is said before one is asked. */
  private void whatNoHandlerSees(EventId event) {
    List<Asked> all =
        round.documents().values().stream()
            .flatMap(document -> document.operations().stream())
            .map(operation -> operation.replace("{event_id}", event.value()).split(" "))
            .map(parts -> new Asked(parts[0], parts[1], Map.of(), ""))
            .toList();
    List<RawHttp> late = all.stream().map(asked -> round.raw(asked, "", "")).toList();
    for (Asked asked : all) {
      round.check(
          asked,
          round.once(round.raw(asked, "?" + "q".repeat(20_000), "\r\n")),
          "414 uri_too_long");
      round.check(
          asked, round.once(round.raw(asked, "", "Host: twice\r\n\r\n")), "400 bad_request");
      String large = "X-Large: " + "h".repeat(20_000) + "\r\n\r\n";
      round.check(asked, round.once(round.raw(asked, "", large)), "431 headers_too_large");
      if (asked.method().equals("GET") && asked.path().startsWith("/events/")) {
        round.ask("GET", asked.path(), "403 origin_refused", "", FOREIGN, user(BOB));
        round.ask("GET", asked.path(), "406 not_acceptable", "", "Accept: text/html", user(BOB));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      round.check(all.get(i), round.once(late.get(i)), "408 request_timeout");
    }
  }

  private void elsewhere() {
    for (String method : List.of("GET", "POST")) {
      round.ask(method, "/nowhere", "404 not_found");
      round.ask(method, "/events//x", "400 invalid_path");
    }
    round.ask("DELETE", "/events/e/stream", "405 method_not_allowed");
    round.ask("PATCH", "/events/e/entries", "405 method_not_allowed");
    round.ask("POST", "/openapi/ingress.json", "405 method_not_allowed");
    round.ask("POST", "/asyncapi/nth.json", "405 method_not_allowed");
  }

  private void nobodysNumberIsKnown(EventId event) {
    retire(event);
    await().atMost(Shop.LIMIT).until(() -> shop.me(event, ALICE, "").status() == 410);
    String path = "/events/" + event;
    round.ask("POST", path + "/entries", "410 retired", "", user(BOB), WAIT);
    for (Object person : List.of(ALICE, BOB)) {
      round.ask("GET", path + "/entries/me", "410 retired", "", user(person));
      round.ask("GET", path + "/entries/me/stream", "410 retired", "", user(person));
    }
    round.ask("GET", path, "200");
    round.ask("GET", path + "/stream", "200");
    round.ask("POST", path + "/close", "200", "", ADMIN);
    round.ask("PUT", path, "200", LIVE, ADMIN, JSON);
  }

  /** As the clock of ingress does where a retention is set. */
  private static void retire(EventId event) {
    var command = new RetirePromotion(event, new RequestId("retire"), Instant.EPOCH, 1);
    var record =
        new ProducerRecord<>(
            Topics.ENTRIES.name(),
            0,
            event.value().getBytes(UTF_8),
            Json.strict().writeValueAsBytes(command),
            Headers.of(command));
    Map<String, Object> broker = Map.of("bootstrap.servers", local.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(broker, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(record);
    }
  }

  /** The last: wrong tokens keep the admin out as well. */
  private void tooOften(EventId event) {
    round.untilLimited("POST", "/events/" + event + "/entries", "X-User-Id: p6");
    round.untilLimited("PUT", "/events/" + event, "Authorization: Bearer no");
    round.untilLimited("POST", "/events/" + event + "/close", "Authorization: Bearer no");
  }

  private static String user(Object id) {
    return "X-User-Id: " + id;
  }
}
