package nth.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import nth.web.fixtures.Heard;
import nth.web.fixtures.Log;
import nth.web.fixtures.RawHttp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both applications answer so; here without what they are for. */
class ReceptionTest {

  private static TinyServer server;

  @BeforeAll
  static void open() {
    server = new TinyServer("--nth.http.receive-timeout=500ms");
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static Heard ask(String request) {
    return RawHttp.ask(server.port(), request);
  }

  private static RawHttp connected() {
    return new RawHttp(server.port());
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: nth\r\n\r\n";
  }

  private static String post(String path, String headers, String body) {
    return "POST " + path + " HTTP/1.1\r\nHost: nth\r\n" + headers + "\r\n" + body;
  }

  private static void assertProblem(Heard answer, String gist) {
    assertThat(answer.gist()).isEqualTo(gist);
    assertThat(answer.header("cache-control")).isEqualTo("no-store");
    assertThat(answer.json().path("correlation_id").asString())
        .isEqualTo(answer.header("x-correlation-id"))
        .isNotEmpty();
    assertThat(answer.json().propertyNames())
        .containsOnly("title", "status", "detail", "code", "correlation_id");
  }

  static Stream<Arguments> unreadable() {
    String h = "Host: nth\r\n";
    return Stream.of(
            "400 bad_request | nonsense\r\n\r\n",
            "400 bad_request | GET\r\n\r\n",
            "400 bad_request | GET /\r\n\r\n",
            "400 bad_request | GET / HTTP/3.7\r\n" + h + "\r\n",
            "400 bad_request | GET / HTTP/0.9\r\n" + h + "\r\n",
            "400 bad_request | GET / HTTP/2.0\r\n" + h + "\r\n",
            "400 bad_request | GET * HTTP/1.1\r\n" + h + "\r\n",
            "400 bad_request | CONNECT nth:1 HTTP/1.1\r\n" + h + "\r\n",
            "400 bad_request | GET events/a HTTP/1.1\r\n" + h + "\r\n",
            "400 bad_request | PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "400 bad_request | G\0T / HTTP/1.1\r\n" + h + "\r\n",
            "400 bad_request | GET / HTTP/1.1\r\n\r\n",
            "400 bad_request | GET / HTTP/1.1\r\n" + h + h + "\r\n",
            "400 bad_request | GET / HTTP/1.1\r\n" + h + "X: a\0b\r\n\r\n",
            "400 bad_request | GET / HTTP/1.1\r\n" + h + "X Y: a\r\n\r\n",
            "400 bad_request | GET / HTTP/1.1\r\n" + h + ": a\r\n\r\n",
            "400 bad_request | POST /read HTTP/1.1\r\n" + h + "Content-Length: x\r\n\r\n",
            "400 bad_request | POST /read HTTP/1.1\r\n" + h + "Content-Length: -1\r\n\r\n",
            "400 bad_request | POST /read HTTP/1.1\r\n"
                + h
                + "Content-Length: 1\r\nContent-Length: 2\r\n\r\na",
            "400 bad_request | POST /read HTTP/1.1\r\n"
                + h
                + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "400 bad_request | POST /read HTTP/1.1\r\n"
                + h
                + "Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
            "400 bad_request | POST /read HTTP/1.1\r\n"
                + h
                + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "414 uri_too_long | GET /" + "a".repeat(10_240) + " HTTP/1.1\r\n" + h + "\r\n",
            "431 headers_too_large | GET / HTTP/1.1\r\n"
                + h
                + "X: "
                + "a".repeat(17_000)
                + "\r\n\r\n",
            "431 headers_too_large | GET / HTTP/1.1\r\n" + h + "X: a\r\n".repeat(5_000) + "\r\n")
        .map(row -> row.split(" \\| ", 2))
        .map(row -> Arguments.of(row[0], row[1]));
  }

  @ParameterizedTest(name = "{index} {0}")
  @MethodSource("unreadable")
  void whatCannotBeRead_getsAProblem_andTheConnectionEnds(String gist, String request) {
    try (RawHttp connection = connected()) {
      Heard answer = connection.say(request).hear();
      assertProblem(answer, gist);
      assertThat(answer.last()).isTrue();
      assertThat(connection.isOver()).isTrue();
    }
  }

  @ParameterizedTest
  @Tag("O-52")
  @ValueSource(
      strings = {
        "/events/a%2Fb",
        "/events/..%2f..%2fadmin",
        "/events/%2e%2e",
        "/events/../events/a",
        "/events/./a",
        "/events/a;b",
        "/events/a;jsessionid=1",
        "/events;x/a",
        "//events/a",
        "/events//a",
        "/events/a//",
        "/events/%00",
        "/events/%25%32F",
        "/events/%61",
        "/events/a%0aGET",
        "/events/\u00e9",
        "/events/%C3%A9",
        "/events/a\\b",
        "/events/a#b",
        "/events/a*",
        "/events/~a",
        "http://other/events/a;b",
        "http://other//events/a",
        "/events/%zz"
      })
  void pathInAnotherSpelling_isRefused(String path) {
    Heard answer = ask(get(path));
    assertThat(answer.gist()).isIn("400 invalid_path", "400 bad_request");
    assertProblem(answer, answer.gist());
    assertThat(answer.body()).doesNotContain("events");
  }

  @Test
  @Tag("O-52")
  void pathWithATrailingSlash_isAnother() {
    assertThat(ask(get("/events/a")).body()).isEqualTo("a");
    assertThat(ask(get("http://other/events/a")).body()).isEqualTo("a");
    assertProblem(ask(get("/events/a/")), "404 not_found");
  }

  @ParameterizedTest
  @CsvSource({
    "GET /nothing, 404 not_found",
    "GET /actuator/nothing, 404 not_found",
    "GET /actuator/health/nothing, 404 not_found",
    "DELETE /events/a, 405 method_not_allowed",
    "TRACE /events/a, 405 method_not_allowed",
    "FOO /events/a, 405 method_not_allowed",
    "OPTIONS /nothing, 404 not_found",
    "GET /exception, 500 internal_error"
  })
  void otherRefusals_areProblemsOfTheSameForm(String line, String gist) {
    try (Log told = Log.of("nth.web")) {
      assertProblem(ask(line + " HTTP/1.1\r\nHost: nth\r\n\r\n"), gist);
      assertThat(told.lines()).hasSize(gist.startsWith("500") ? 1 : 0);
    }
  }

  @Test
  void head_ofAProblem_hasNoBody() {
    try (RawHttp connection = connected()) {
      for (String path : new String[] {"/nothing", "/actuator/health/nothing", "/events/%zz"}) {
        connection.say("HEAD " + path + " HTTP/1.1\r\nHost: nth\r\n\r\n");
        assertThat(connection.hearHead().status()).isIn(400, 404);
      }
      assertThat(connection.say(get("/events/a")).hear().body()).isEqualTo("a");
    }
  }

  /** There may be no memory for words: the connection ends, and the log says why. */
  @Test
  void errorOfTheMachine_isNotSwallowed_andNobodyWaits() {
    try (Log told = Log.of("reactor.netty.http.server.HttpServer", "reactor.core.Exceptions");
        RawHttp connection = connected()) {
      connection.say(get("/error-thrown"));
      assertThat(connection.listen(false)).isEmpty();
      assertThat(told.lines()).anyMatch(line -> line.startsWith("ERROR"));
    }
    assertThat(ask(get("/events/a")).body()).isEqualTo("a");
  }

  /** The framework may not be done yet with the request whose answer has just been read. */
  @Test
  void unreadableRequest_rightBehindAnAnswer_isAnswered() {
    for (int i = 0; i < 40; i++) {
      try (RawHttp connection = new RawHttp(server.port())) {
        connection.say("GET /actuator/health HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
        assertThat(connection.hear().status()).isEqualTo(200);
        connection.say("GET /events/a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
        assertThat(connection.hear().gist()).isEqualTo("400 bad_request");
      }
    }
  }

  @Test
  void refusedRequests_leaveTheConnectionUsable() {
    try (RawHttp connection = connected()) {
      for (int i = 0; i < 20; i++) {
        Heard refused = connection.say(post("/nothing", "Content-Length: 2\r\n", "{}")).hear();
        assertThat(refused.gist()).isEqualTo("404 not_found");
        assertThat(refused.last()).isFalse();
        connection.say(post("/ignore", "Content-Length: 2\r\n", ""));
        assertThat(connection.hear().body()).isEqualTo("ignored");
        connection.say("{}" + get("/events/a"));
        assertThat(connection.hear().body()).isEqualTo("a");
      }
    }
  }

  @Test
  void whatComesBehindAStream_isNotHoarded() {
    try (RawHttp connection = connected()) {
      connection.say(get("/stream")).hearHead();
      connection.say(post("/ignore", "Content-Length: 1000000000\r\n", ""));
      byte[] piece = new byte[1 << 16];
      int pieces = 0;
      while (pieces < 1_000 && connection.trySay(piece)) {
        pieces++;
      }
      assertThat(pieces).isLessThan(1_000);
    }
  }

  @Test
  void pipelinedRequests_areAnsweredInOrder_upToTheUnreadableOne() {
    try (RawHttp connection = connected()) {
      connection.say(get("/events/a") + get("/nothing") + get("/events/b"));
      assertThat(connection.hear().body()).isEqualTo("a");
      assertThat(connection.hear().gist()).isEqualTo("404 not_found");
      assertThat(connection.hear().body()).isEqualTo("b");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 1000000000\r\n", "Transfer-Encoding: chunked\r\n"})
  @Tag("O-47")
  void moreThanABodyMayHave_isNotTakenIn_alsoWhereNobodyReadsIt(String length) {
    byte[] piece = ("4000\r\n" + "x".repeat(0x4000) + "\r\n").getBytes();
    try (RawHttp connection = connected()) {
      connection.say(post("/ignore", length, ""));
      assertThat(connection.hear().body()).isEqualTo("ignored");
      int sent = 0;
      while (connection.trySay(piece) && sent < 1_000_000_000) {
        sent += piece.length;
      }
      assertThat(sent).isLessThan(20_000_000);
    }
  }

  @Test
  void interimAnswer_comesOnlyToWhoIsRead_andTheOtherConnectionEnds() {
    String expect = "Content-Length: 2\r\nExpect: 100-continue\r\n";
    try (RawHttp connection = connected()) {
      assertThat(connection.say(post("/read", expect, "")).hear().status()).isEqualTo(100);
      assertThat(connection.say("{}").hear().body()).isEqualTo("2");
      Heard refused = connection.say(post("/nothing", expect, "")).hear();
      assertProblem(refused, "404 not_found");
      assertThat(refused.last()).isTrue();
      assertThat(connection.isOver()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /events/a HT",
        "GET /events/a HTTP/1.1\r\nHost: nth\r\n",
        "POST /read HTTP/1.1\r\nHost: nth\r\nContent-Length: 9\r\n\r\n{",
        "POST /read HTTP/1.1\r\nHost: nth\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{"
      })
  void requestThatDoesNotArrive_getsAProblem_andTheConnectionEnds(String part) {
    try (RawHttp connection = connected()) {
      assertProblem(connection.say(part).hear(), "408 request_timeout");
      assertThat(connection.isOver()).isTrue();
    }
  }

  /** The clock runs as well for what came in one piece with the end of the request before. */
  @ParameterizedTest
  @ValueSource(strings = {"GET /events/a HT", "GET /events/a HTTP/1.1\r\nHost: nth\r\n", "G"})
  void requestThatBeginsBehindAnother_andDoesNotArrive_getsAProblem(String part) {
    String body = post("/read", "Content-Length: 2\r\n", "{}");
    String chunk = post("/read", "Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n");
    for (String whole : List.of(get("/events/a"), body, chunk)) {
      try (RawHttp connection = connected()) {
        assertThat(connection.say(whole + part).hear().status()).isEqualTo(200);
        assertProblem(connection.hear(), "408 request_timeout");
        assertThat(connection.isOver()).isTrue();
      }
    }
  }

  @Test
  void requestThatBeginsBehindABodyNobodyAwaited_andDoesNotArrive_getsAProblem() {
    try (RawHttp connection = connected()) {
      connection.say(post("/ignore", "Content-Length: 2\r\n", ""));
      assertThat(connection.hear().body()).isEqualTo("ignored");
      connection.say("{}GET /events/a HTTP/1.1\r\nHost: nth\r\n");
      assertProblem(connection.hear(), "408 request_timeout");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\r\n", "\r\n\r\n"})
  void whoSaysNothingBehindARequest_isLeftAlone(String blanks) {
    try (RawHttp connection = connected()) {
      connection.say(post("/read", "Content-Length: 2\r\n", "{}" + blanks));
      assertThat(connection.hear().body()).isEqualTo("2");
      connection.say(blanks);
      assertThat(connection.isSilent(1_000)).isTrue();
      assertThat(connection.say(get("/events/a")).hear().body()).isEqualTo("a");
    }
  }

  @Test
  void drippingHeaders_doNotGainTime() {
    try (RawHttp connection = connected()) {
      connection.say("GET /events/a HTTP/1.1\r\nHost: nth\r\n");
      int drops = 0;
      while (connection.trySay(new byte[] {'X', ':', 'y', '\r', '\n'}) && drops < 100) {
        drops++;
        pause();
      }
      assertThat(drops).isLessThan(100);
    }
  }

  /** A drop every now and then is what this client does, not something that is waited for. */
  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void stream_isNotHurried() {
    try (RawHttp connection = connected()) {
      connection.say(get("/stream"));
      assertThat(connection.hear().status()).isEqualTo(200);
      assertThat(connection.hears("data:begun")).isTrue();
      assertThat(connection.isSilent(1_000)).isTrue();
    }
  }

  @Test
  void whoHangsUpInTheMiddle_isForgotten() {
    try (RawHttp connection = connected()) {
      connection.say(post("/read", "Content-Length: 9\r\n", "{")).finish();
      assertThat(connection.listen(false)).isEqualTo(Optional.empty());
    }
  }
}
