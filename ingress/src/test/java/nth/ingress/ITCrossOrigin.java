package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Locale;
import nth.contract.EventId;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.ingress.Door.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** No topic is needed: a 503 tells a browser's page as much about origins as a 202. */
class ITCrossOrigin {

  private static final String SHOP = "https://shop.example";
  private static final EventId EVENT = new EventId("event");

  private static RealBroker broker;

  @BeforeAll
  static void start() {
    broker = RealParts.broker();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static HttpRequest.Builder entry(Door door, String origin) {
    return door.entry(EVENT, People.ALICE).header("Origin", origin);
  }

  private static HttpRequest.Builder preflight(Door door, String origin) {
    return door.to("/events/" + EVENT + "/entries")
        .method("OPTIONS", BodyPublishers.noBody())
        .header("Origin", origin)
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "authorization,idempotency-key,prefer,x-user-id");
  }

  private static List<String> corsHeaders(Answer answer) {
    return answer.response().headers().map().keySet().stream()
        .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"))
        .toList();
  }

  @Test
  void pagesOfAListedOrigin_mayCall_andReadWhatTheyAreTold() {
    try (Door door = Door.open(broker, "--nth.cors.allowed-origins=" + SHOP)) {
      Answer asked = door.ask(preflight(door, SHOP));
      assertThat(asked.status()).isEqualTo(200);
      assertThat(asked.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
      assertThat(asked.header("Access-Control-Allow-Methods").split(",")).contains("PUT", "POST");
      assertThat(asked.header("Access-Control-Allow-Headers"))
          .isEqualToIgnoringCase("authorization, idempotency-key, prefer, x-user-id");
      assertThat(asked.header("Access-Control-Allow-Credentials")).isEqualTo("true");

      Answer answer = door.ask(entry(door, SHOP));
      assertThat(answer.gist()).isEqualTo("503 unavailable");
      assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
      assertThat(answer.header("Access-Control-Allow-Credentials")).isEqualTo("true");
      assertThat(answer.header("Access-Control-Expose-Headers").split(", *"))
          .containsExactlyInAnyOrder(
              "Location",
              "Retry-After",
              "Preference-Applied",
              "Idempotency-Key",
              "RateLimit",
              "RateLimit-Policy",
              "X-Correlation-Id");

      for (var request :
          List.of(preflight(door, "https://evil.example"), entry(door, "https://evil.example"))) {
        Answer refused = door.ask(request);
        assertThat(refused.gist()).isEqualTo("403 origin_refused");
        assertThat(refused.member("correlation_id")).isNotEmpty();
        assertThat(corsHeaders(refused)).isEmpty();
      }
    }
  }

  @Test
  void limits_areTold_toPagesOfAListedOrigin() {
    try (Door door = Door.open(broker, "--nth.cors.allowed-origins=" + SHOP)) {
      Answer answer;
      do {
        answer = door.ask(entry(door, SHOP).header("Sec-Fetch-Site", "cross-site"));
      } while (answer.status() != 429);
      assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
    }
  }

  /** The own host is what the browser asked for, as Host says it; nothing foreign is counted. */
  @Test
  void ourOwnPages_mayCall_andOthersAreNotEvenCounted() {
    try (Door door = Door.open(broker)) {
      String own = door.to("/").GET().build().uri().resolve("/").toString();
      for (int i = 0; i < 20; i++) {
        for (String foreign : List.of("https://evil.example", "null", own)) {
          assertThat(door.ask(entry(door, foreign)).gist()).isEqualTo("403 origin_refused");
        }
      }
      Answer answer = door.ask(entry(door, own.substring(0, own.length() - 1)));
      assertThat(answer.gist()).isEqualTo("503 unavailable");
    }
  }

  @Test
  void byDefault_noOtherOriginsPageMayCall() {
    try (Door door = Door.open(broker)) {
      assertThat(door.ask(entry(door, SHOP)).gist()).isEqualTo("403 origin_refused");
      assertThat(corsHeaders(door.ask(preflight(door, SHOP)))).isEmpty();
      assertThat(corsHeaders(door.ask(entry(door, SHOP)))).isEmpty();
    }
  }
}
