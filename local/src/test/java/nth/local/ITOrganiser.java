package nth.local;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import nth.contract.Command;
import nth.contract.EventId;
import nth.contract.Topics;
import nth.contract.Winner;
import nth.contract.guarantees.Guarantee;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The organiser's corner of a laptop, by HTTP as the page uses it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ITOrganiser {

  private static final int LAST = 1;

  @TempDir static Path folder;
  private static LocalProcess local;
  private static Shop shop;
  private static Corner corner;

  @BeforeAll
  static void start() {
    local = new LocalProcess(folder.resolve("data"));
    // One client network may do little here: what a crowd does is far more.
    local.start(
        "--nth.admin.token=" + LocalProcess.ADMIN_TOKEN,
        "--nth.rate-limit.network.burst=60",
        "--nth.rate-limit.network.refill=20");
    local.awaitReady();
    shop = local.shop();
    corner = new Corner(local.http("/").getPort());
  }

  @AfterAll
  static void stop() throws Exception {
    local.close();
  }

  @Test
  void corner_isThere() {
    Heard answer = corner.ask("GET", "/organiser", "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{}");
    assertThat(answer.header("cache-control")).isEqualTo("no-store");
  }

  /** As nginx sends it that was given nothing but {@code proxy_pass}. */
  @Test
  void whatAPlainProxyPassesOn_isRefused() {
    String request = "GET /organiser HTTP/1.0\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n";

    Heard answer =
        RawHttp.ask(local.http("/").getPort(), request.formatted(local.http("/").getPort()));

    assertThat(answer.gist()).isEqualTo("403 origin_refused");
  }

  @Test
  void event_isDefinedAndClosedThroughTheDoor() {
    EventId event = Shop.newEvent("corner");
    String definition = definition(event, "[2,4]");

    Heard defined = corner.define(definition, "X-Correlation-Id: mine");
    Heard again = corner.define(definition);
    Heard closed = corner.ask("POST", Corner.close(event), "");

    assertThat(defined.status()).isEqualTo(201);
    assertThat(defined.json().path("targets").toString()).isEqualTo("[2,4]");
    assertThat(defined.json().path("close_when_won").asBoolean()).isFalse();
    assertThat(defined.json().path("count").asString()).isEqualTo("live");
    assertThat(defined.header("x-correlation-id")).isEqualTo("mine");
    assertThat(again.status()).isEqualTo(200);
    assertThat(closed.status()).isEqualTo(200);
    assertThat(closed.json().path("cause").asString()).isEqualTo("manual");
    assertThat(shop.closed(event).number("total_entries")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"event_id":"bad","targets":[]}                 | 400 invalid_definition
          {"event_id":"bad","targets":[3,2]}              | 400 invalid_definition
          {"event_id":"bad","targets":[1],"surprise":1}   | 400 invalid_definition
          {"event_id":"bad","targets":[1],"closes_at":""} | 400 invalid_definition
          {"event_id":"BAD","targets":[1]}                | 400 invalid_event_id
          {"event_id":7,"targets":[1]}                    | 400 invalid_event_id
          {"targets":[1]}                                 | 400 invalid_event_id
          []                                              | 400 bad_request
          {                                               | 400 bad_request
          """)
  void wrongDefinition_isRefusedAsTheDoorDoes(String body, String answer) {
    assertThat(corner.define(body).gist()).isEqualTo(answer);
  }

  @Test
  void whatTheDoorRefuses_isPassedOn() {
    EventId event = shop.defined("running", "{\"targets\":[9]}");
    shop.enter(event, ALICE, "Prefer", "wait=10");

    Heard other = corner.define(definition(event, "[5]"));
    Heard unknown = corner.ask("POST", Corner.close(Shop.newEvent("no")), "");

    assertThat(other.gist()).isEqualTo("409 already_running");
    assertThat(other.json().path("current").path("targets").get(0).asInt()).isEqualTo(9);
    assertThat(unknown.gist()).isEqualTo("404 event_not_found");
    assertThat(corner.ask("POST", "/organiser/events/UP/close", "").gist())
        .isEqualTo("400 invalid_event_id");
  }

  // O-38, O-45, O-62: a crowd is no network, its second clicks no second entries.
  @Test
  void crowdRushesThroughTheRealDoor_andTheAuditRowSaysWhoWon() {
    EventId event = Shop.newEvent("rushed");
    corner.define(wonAt(event, 500));

    Heard begun = corner.rush(event, 700, 1);
    Heard second = corner.rush(Shop.newEvent("other"), 1, 1);
    Heard neighbour = corner.enter(event, "Cookie: nth-demo-person=neighbour");
    JsonNode over = corner.awaitEnd(event);

    assertThat(begun.status()).isEqualTo(202);
    assertThat(begun.json().path("event_id").asString()).isEqualTo(event.value());
    assertThat(begun.json().path("people").asInt()).isEqualTo(700);
    assertThat(begun.json().path("seconds").asInt()).isEqualTo(1);
    assertThat(begun.json().path("running").asBoolean()).isTrue();
    assertThat(second.gist()).isEqualTo("409 rush_running");
    assertThat(neighbour.status()).isEqualTo(202);
    for (String all : new String[] {"sent", "accepted"}) {
      assertThat(over.path(all).asInt()).as(all).isEqualTo(700);
    }
    // A busy broker may put off a few; the limit of one network would put off nearly all.
    assertThat(over.path("limited").asInt()).isLessThan(100);
    assertThat(over.path("refused").asInt()).isZero();
    assertThat(over.path("failed").asInt()).isZero();
    assertThat(shop.closed(event).number("total_entries")).isEqualTo(500);
    assertCrowdClickedTwice(event);
    Guarantee.assertAllHold(local.books().history());
    assertAuditRows(event);
    assertPaid(event);
  }

  private static void assertCrowdClickedTwice(EventId event) {
    var clicks =
        local.books().records(Topics.ENTRIES).stream()
            .map(record -> Topics.ENTRIES.value().deserializer().deserialize("", record.value()))
            .filter(Command.SubmitEntry.class::isInstance)
            .map(Command.SubmitEntry.class::cast)
            .filter(entry -> entry.eventId().equals(event))
            .toList();
    assertThat(clicks.stream().map(Command.SubmitEntry::userId).distinct()).hasSize(701);
    assertThat(clicks).hasSizeGreaterThan(701);
    assertThat(clicks.stream().map(e -> e.userId() + " " + e.requestId()).distinct()).hasSize(701);
  }

  private static void assertAuditRows(EventId event) {
    Winner winner = local.books().published().get("promotion-winner:" + event + ":500");
    String path = Corner.audit(event);
    JsonNode audit =
        await()
            .atMost(Shop.LIMIT)
            .until(
                () -> corner.ask("GET", path, "").json(),
                // Two listeners mirror them, each in its own time.
                json -> !json.path("closing").isNull() && json.path("winners").size() == 1);
    JsonNode row = audit.path("winners").get(0);
    assertThat(row.path("seq").asLong()).isEqualTo(500);
    assertThat(row.path("user_id").asString()).isEqualTo(winner.userId().value());
    assertThat(row.path("request_id").asString()).isEqualTo(winner.requestId().value());
    assertThat(row.path("position").asString()).isEqualTo(winner.position().toString());
    assertThat(row.path("determined_at").asString()).endsWith("Z");
    assertThat(row.path("dedup_id").asString()).isEqualTo(winner.dedupId());
    JsonNode closing = audit.path("closing");
    assertThat(closing.path("cause").asString()).isEqualTo("won");
    assertThat(closing.path("total_entries").asLong()).isEqualTo(500);
    assertThat(closing.path("closed_at").asString()).endsWith("Z");
    assertThat(closing.path("position")).isEqualTo(row.path("position"));
  }

  private static void assertPaid(EventId event) {
    JsonNode payments =
        await()
            .atMost(Shop.LIMIT)
            .until(
                () -> corner.ask("GET", Corner.payments(event), "").json(),
                rows -> rows.path(0).path("state").asString("").equals("paid"));
    assertThat(payments).hasSize(1);
    assertThat(payments.get(0).path("dedup_id").asString())
        .isEqualTo("promotion-winner:" + event + ":500");
    assertThat(payments.get(0).path("reference").asString()).startsWith("show-");
  }

  @Test
  void eventWithoutRows_hasNone() {
    Heard audit = corner.ask("GET", Corner.audit(Shop.newEvent("none")), "");

    assertThat(audit.status()).isEqualTo(200);
    assertThat(audit.body()).isEqualTo("{\"winners\":[],\"closing\":null}");
    assertThat(corner.ask("GET", Corner.payments(Shop.newEvent("none")), "").body())
        .isEqualTo("[]");
  }

  @Test
  void rush_isStopped_andAnotherMayBegin() {
    EventId event = shop.defined("stopped", "{\"targets\":[1000000]}");
    corner.rush(event, 10_000, 60);
    corner.awaitBegin(event);

    Heard stopped = corner.ask("DELETE", Corner.rush(event), "");

    assertThat(stopped.status()).isEqualTo(204);
    corner.awaitEnd(event);
    assertThat(corner.state(event).path("sent").asInt()).isLessThan(10_000);
    assertThat(corner.ask("DELETE", Corner.rush(event), "").status()).isEqualTo(204);
    EventId unknown = Shop.newEvent("none");
    assertThat(corner.ask("GET", Corner.rush(unknown), "").gist()).isEqualTo("404 not_found");
    assertThat(corner.ask("DELETE", Corner.rush(unknown), "").gist()).isEqualTo("404 not_found");
    assertThat(corner.rush(unknown, 3, 1).status()).isEqualTo(202);
    assertThat(corner.awaitEnd(unknown).path("refused").asInt()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"people":0,"seconds":1}       | 400 invalid_body
          {"people":10001,"seconds":1}   | 400 invalid_body
          {"people":1,"seconds":0}       | 400 invalid_body
          {"people":1,"seconds":61}      | 400 invalid_body
          {"people":-1,"seconds":-1}     | 400 invalid_body
          {"people":1}                   | 400 bad_request
          {"people":1.5,"seconds":1}     | 400 bad_request
          {"people":"1","seconds":1}     | 400 bad_request
          {"people":null,"seconds":1}    | 400 bad_request
          {"people":9e99,"seconds":1}    | 400 bad_request
          {"people":1,"seconds":1,"x":1} | 400 bad_request
          nonsense                       | 400 bad_request
          """)
  void wrongWish_isRefused(String body, String answer) {
    assertThat(corner.ask("POST", Corner.rush(Shop.newEvent("none")), body).gist())
        .isEqualTo(answer);
  }

  @Test
  void whoIsNotAtThisMachine_isKeptOut() {
    EventId event = shop.defined("guarded", "{\"targets\":[1]}");
    String close = Corner.close(event);
    int port = corner.port();

    Heard rebound =
        corner.raw(
            "POST", close, "", "Host: evil.example:" + port, "Origin: http://evil.example:" + port);
    Heard reboundRead = corner.raw("GET", "/organiser", "", "Host: evil.example:" + port);
    Heard foreign = corner.ask("POST", close, "", "Origin: http://127.0.0.1:3000");
    Heard foreignRead = corner.ask("GET", "/organiser", "", "Sec-Fetch-Site: cross-site");
    Heard forwarded = corner.ask("GET", "/organiser", "", "X-Forwarded-For: 192.0.2.7");

    assertThat(new Heard[] {rebound, reboundRead, foreign, foreignRead, forwarded})
        .extracting(Heard::gist)
        .containsOnly("403 origin_refused");
    assertThat(shop.state(event).text("phase")).isEqualTo("open");
  }

  @Test
  void personOfThePage_isNamedByACookie() {
    EventId event = shop.defined("cookie", "{\"targets\":[2]}");
    String alice = "Cookie: other=1; nth-demo-person=" + ALICE;

    Heard foreign = corner.enter(event, alice, "Origin: https://evil.example");
    Heard nobody = corner.enter(event, "Cookie: nth-demo-person=no name");
    Heard entered = corner.enter(event, alice, "Prefer: wait=10");
    Heard named = corner.enter(event, alice, "X-User-Id: " + BOB, "Prefer: wait=10");

    assertThat(foreign.gist()).isEqualTo("403 origin_refused");
    assertThat(nobody.gist()).isEqualTo("401 user_required");
    assertThat(entered.json().path("seq").asInt()).isEqualTo(1);
    assertThat(named.json().path("seq").asInt()).isEqualTo(2);
    shop.decided(event, ALICE);
    Heard me = corner.ask("GET", "/events/" + event + "/entries/me", "", alice);
    assertThat(me.json().path("seq").asInt()).isEqualTo(1);
    assertThat(me.header("vary")).contains("Cookie");
  }

  @Test
  @Order(LAST + Order.DEFAULT)
  void endOfTheProcess_endsTheRush() {
    EventId event = shop.defined("ended", "{\"targets\":[1000000]}");
    corner.rush(event, 10_000, 60);
    corner.awaitBegin(event);
    int saidBefore = local.output().length();

    assertThat(local.interrupt().awaitExit()).isIn(0, 130);

    // The parts may warn of each other's going; the rush and who it asked may not.
    assertThat(local.output().substring(saidBefore).lines())
        .noneMatch(line -> line.contains(" ERROR ") || line.startsWith("\tat "))
        .noneMatch(line -> line.contains(" WARN ") && line.contains("organiser"));
  }

  private static String definition(EventId event, String targets) {
    return "{\"event_id\":\"%s\",\"targets\":%s,\"opens_at\":null,\"closes_at\":null,"
            .formatted(event, targets)
        + "\"close_when_won\":false,\"count\":\"live\"}";
  }

  private static String wonAt(EventId event, int target) {
    return "{\"event_id\":\"%s\",\"targets\":[%d]}".formatted(event, target);
  }
}
