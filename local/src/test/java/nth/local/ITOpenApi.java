package nth.local;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.local.OpenApi.Asked;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;
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

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, OpenApi> documents =
      Map.of("ingress", OpenApi.of("ingress"), "notifier", OpenApi.of("notifier"));
  private final Set<String> had = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();

  @BeforeAll
  static void start() {
    local = new LocalProcess(folder.resolve("data"));
    local
        .start(
            "--nth.admin.token=" + LocalProcess.ADMIN_TOKEN,
            "--nth.cors.allowed-origins=https://shop.example",
            "--nth.http.receive-timeout=3s",
            "--nth.notifier.max-streams=2")
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
    EventId won = promotionIsWonAndClosed();
    EventId running = entriesAreRefused();
    resultsAreRead(won, running);
    streamsAreHeard(won, running);
    whatNoHandlerSees(running);
    elsewhere();
    tooOften(running);

    assertThat(faults).isEmpty();
    Set<String> within =
        documents.values().stream()
            .flatMap(document -> document.answers().stream())
            .filter(answer -> !isOutOfReach(answer))
            .collect(Collectors.toCollection(TreeSet::new));
    had.removeIf(answer -> answer.startsWith("elsewhere"));
    assertThat(had).isEqualTo(within);
  }

  /** Only a fault of ours is a 500, and only a broken broker, or a full instance, a 503. */
  private static boolean isOutOfReach(String answer) {
    boolean stream = answer.contains("/stream ");
    return answer.endsWith(" 500") || answer.endsWith(" 503") && !stream;
  }

  private void documentsAreServed() {
    for (String app : documents.keySet()) {
      Heard answer = ask("GET", "/openapi/" + app + ".json", "");
      assertThat(answer.gist()).isEqualTo("200");
      assertThat(answer.body()).isEqualTo(documents.get(app).text());
      assertThat(answer.header("cache-control")).isEqualTo("max-age=60, public");
    }
  }

  private EventId promotionIsWonAndClosed() {
    EventId event = Shop.newEvent("won");
    String path = "/events/" + event;
    ask("PUT", path, "201", LIVE, ADMIN, JSON, "Idempotency-Key: \"first\"", "X-Correlation-Id: c");
    ask("PUT", path, "200", LIVE, ADMIN, JSON);
    ask("POST", path + "/entries", "200", "{}", user(ALICE), JSON, WAIT, "Idempotency-Key: k");
    ask("PUT", path, "409 already_running", "{\"targets\":[7]}", ADMIN, JSON);
    ask("POST", path + "/entries", "409 closed", "", user(BOB), WAIT);
    ask("POST", path + "/close", "200", "{}", ADMIN, JSON);
    ask("PUT", path, "400 invalid_definition", "[", ADMIN, JSON);
    ask("PUT", path, "415 unsupported_media_type", LIVE, ADMIN, "Content-Type: text/plain");
    ask("PUT", path, "413 body_too_large", " ".repeat(20_000), ADMIN, JSON);
    ask("PUT", path, "401 admin_required", LIVE, JSON);
    ask("PUT", path, "403 origin_refused", LIVE, ADMIN, JSON, FOREIGN);
    ask("PUT", path, "406 not_acceptable", LIVE, ADMIN, JSON, "Accept: text/html");
    ask("POST", path + "/close", "400 invalid_body", "{\"a\":1}", ADMIN, JSON);
    ask("POST", path + "/close", "415 unsupported_media_type", "{}", ADMIN);
    ask("POST", path + "/close", "413 body_too_large", " ".repeat(20_000), ADMIN, JSON);
    ask("POST", path + "/close", "401 admin_required", "", "Authorization: Bearer no");
    ask("POST", path + "/close", "403 origin_refused", "", ADMIN, FOREIGN);
    ask("POST", path + "/close", "406 not_acceptable", "", ADMIN, "Accept: text/html");
    ask("POST", "/events/" + Shop.newEvent("none") + "/close", "404 event_not_found", "", ADMIN);
    return event;
  }

  private EventId entriesAreRefused() {
    EventId running = shop.defined("running", "{\"targets\":[1000]}");
    String path = "/events/" + running + "/entries";
    ask("POST", path, "202", "", "X-User-Id: p1");
    ask("POST", path, "202", "", "X-User-Id: p2", "Prefer: respond-async");
    ask("POST", path, "200", "", "X-User-Id: p1", WAIT);
    EventId far = shop.defined("far", FAR);
    ask("POST", "/events/" + far + "/entries", "425 not_started", "", "X-User-Id: p3", WAIT);
    String nowhere = "/events/" + Shop.newEvent("none") + "/entries";
    ask("POST", nowhere, "404 event_not_found", "", "X-User-Id: p3", WAIT);
    ask("POST", path, "400 invalid_idempotency_key", "", "X-User-Id: p4", "Idempotency-Key: \\");
    ask("POST", "/events/UPPER/entries", "400 invalid_event_id", "", "X-User-Id: p4");
    ask("POST", path, "400 invalid_user", "", "X-User-Id: p 4");
    ask("POST", path, "400 invalid_body", "[]", "X-User-Id: p4", JSON);
    ask("POST", path, "401 user_required", "");
    ask("POST", path, "403 origin_refused", "", "X-User-Id: p5", FOREIGN);
    ask("POST", path, "406 not_acceptable", "", "X-User-Id: p5", "Accept: text/html");
    ask("POST", path, "413 body_too_large", " ".repeat(20_000), "X-User-Id: p5", JSON);
    ask("POST", path, "415 unsupported_media_type", "{}", "X-User-Id: p5");
    return running;
  }

  private void resultsAreRead(EventId won, EventId running) {
    ask("GET", "/events/" + won, "200", "", "Origin: https://shop.example");
    ask("GET", "/events/" + running, "200");
    ask("GET", "/events/UPPER", "400 invalid_event_id");
    ask("GET", "/events/" + Shop.newEvent("none"), "404 event_not_found");
    shop.decided(won, ALICE);
    ask("GET", "/events/" + won + "/entries/me", "200", "", user(ALICE));
    String me = "/events/" + running + "/entries/me";
    ask("GET", me, "202", "", "X-User-Id: nobody");
    ask("GET", me + "?position=0-99999999", "202", "", "X-User-Id: nobody");
    ask("GET", me + "?position=7-1", "400 invalid_position", "", "X-User-Id: nobody");
    ask("GET", me, "400 invalid_user", "", "X-User-Id: no body");
    ask("GET", "/events/" + won + "/entries/me", "404 not_entered", "", "X-User-Id: nobody");
    ask("GET", me, "401 user_required");
  }

  private void streamsAreHeard(EventId won, EventId running) {
    for (String stream : List.of("/entries/me/stream", "/stream")) {
      String path = "/events/" + won + stream;
      Heard ended = ask("GET", path, "200", "", user(ALICE));
      String last =
          Stream.of(ended.body().split("\n\n"))
              .map(frame -> Frames.field(frame, "id"))
              .filter(id -> !id.isEmpty())
              .reduce((first, second) -> second)
              .orElseThrow();
      ask("GET", path, "204", "", user(ALICE), "Last-Event-ID: " + last);
      ask("GET", "/events/UPPER" + stream, "400 invalid_event_id", "", user(ALICE));
      String nowhere = "/events/" + Shop.newEvent("none") + stream;
      ask("GET", nowhere, "404 event_not_found", "", user(ALICE));
    }
    ask("GET", "/events/" + won + "/entries/me/stream", "200", "", "X-User-Id: nobody");
    ask("GET", "/events/" + won + "/entries/me/stream", "401 user_required");
    Watcher first = Watcher.open(local.http("/events/" + running + "/stream"));
    Watcher second = Watcher.open(local.http("/events/" + running + "/stream"));
    await().atMost(Shop.LIMIT).until(() -> first.hasBegun() && second.hasBegun());
    for (String stream : List.of("/entries/me/stream", "/stream")) {
      ask("GET", "/events/" + running + stream, "503 too_many_streams", "", user(BOB));
    }
    ask("POST", "/events/" + running + "/close", "200", "", ADMIN);
    first.awaitEnd();
    second.awaitEnd();
  }

  /** The same for every operation, since it is said before one is asked. */
  private void whatNoHandlerSees(EventId event) {
    List<Asked> all =
        documents.values().stream()
            .flatMap(document -> document.operations().stream())
            .map(operation -> operation.replace("{event_id}", event.value()).split(" "))
            .map(parts -> new Asked(parts[0], parts[1], Map.of(), ""))
            .toList();
    List<RawHttp> late = all.stream().map(asked -> raw(asked, "", "")).toList();
    for (Asked asked : all) {
      check(asked, once(raw(asked, "?" + "q".repeat(20_000), "\r\n")), "414 uri_too_long");
      check(asked, once(raw(asked, "", "Host: twice\r\n\r\n")), "400 bad_request");
      String large = "X-Large: " + "h".repeat(20_000) + "\r\n\r\n";
      check(asked, once(raw(asked, "", large)), "431 headers_too_large");
      if (asked.method().equals("GET") && asked.path().startsWith("/events/")) {
        ask("GET", asked.path(), "403 origin_refused", "", FOREIGN, user(BOB));
        ask("GET", asked.path(), "406 not_acceptable", "", "Accept: text/html", user(BOB));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      check(all.get(i), once(late.get(i)), "408 request_timeout");
    }
  }

  private static RawHttp raw(Asked asked, String query, String rest) {
    int port = local.http("/").getPort();
    String line = asked.method() + " " + asked.path() + query + " HTTP/1.1\r\n";
    return new RawHttp(port).say(line + "Host: 127.0.0.1:" + port + "\r\n" + rest);
  }

  private static Heard once(RawHttp connection) {
    try (connection) {
      return connection.hear();
    }
  }

  private void elsewhere() {
    for (String method : List.of("GET", "POST")) {
      ask(method, "/nowhere", "404 not_found");
      ask(method, "/events//x", "400 invalid_path");
    }
    ask("DELETE", "/events/e/stream", "405 method_not_allowed");
    ask("PATCH", "/events/e/entries", "405 method_not_allowed");
    ask("POST", "/openapi/ingress.json", "405 method_not_allowed");
  }

  /** The last: wrong tokens keep the admin out as well. */
  private void tooOften(EventId event) {
    untilLimited("POST", "/events/" + event + "/entries", "X-User-Id: p6");
    untilLimited("PUT", "/events/" + event, "Authorization: Bearer no");
    untilLimited("POST", "/events/" + event + "/close", "Authorization: Bearer no");
  }

  private void untilLimited(String method, String path, String header) {
    for (int i = 0; i < 200; i++) {
      if (ask(method, path, "", "", header).gist().equals("429 rate_limited")) {
        return;
      }
    }
    throw new AssertionError("never limited: " + method + " " + path);
  }

  private static String user(Object id) {
    return "X-User-Id: " + id;
  }

  private Heard ask(String method, String path, String gist) {
    return ask(method, path, gist, "");
  }

  /**
   * @param gist expected; nothing: anything that is documented
   * @param headers like {@code Accept: text/html}
   */
  private Heard ask(String method, String path, String gist, String body, String... headers) {
    Map<String, String> sent =
        Stream.of(headers)
            .map(header -> header.split(": ", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    Asked asked = new Asked(method, path, sent, body);
    HttpRequest.Builder request = HttpRequest.newBuilder(local.http(path));
    sent.forEach(request::header);
    Heard answer =
        heard(
            request
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build());
    check(asked, answer, gist);
    return answer;
  }

  private Heard heard(HttpRequest request) {
    HttpResponse<String> response = http.sendAsync(request, BodyHandlers.ofString()).join();
    Map<String, List<String>> headers = new TreeMap<>();
    response.headers().map().forEach((k, v) -> headers.put(k.toLowerCase(Locale.ROOT), v));
    return new Heard(response.statusCode(), headers, response.body());
  }

  private void check(Asked asked, Heard answer, String gist) {
    if (!gist.isEmpty() && !answer.gist().equals(gist)) {
      faults.add(asked.method() + " " + asked.path() + ": " + answer.gist() + ", not " + gist);
    }
    OpenApi document = documents.get(asked.method().equals("GET") ? "notifier" : "ingress");
    had.add(document.named(asked) + " " + answer.status());
    faults.addAll(document.faults(asked, answer));
  }
}
