package nth.notifier;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.Stream;
import nth.contract.CountMode;
import nth.contract.EventId;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.TokenIssuer;
import nth.notifier.Instance.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** With tokens: nobody reads another person's result. */
@Tag("O-37")
@ExtendWith(OutputCaptureExtension.class)
class ITTokens {

  private static final String SHOP = "https://shop.example";
  private static final TokenIssuer ISSUER = new TokenIssuer();
  private static ResultLog log;
  private static Instance instance;

  private final Story story = log.story();
  private final EventId event = story.eventId();

  @BeforeAll
  static void start() {
    log = new ResultLog(1);
    instance =
        Instance.ready(
            log,
            Instance.freshFolder(),
            both(ISSUER.settings(), new String[] {"--nth.cors.allowed-origins=" + SHOP}));
    // The first visit to an issuer may take longer than a request waits.
    Instance.until(() -> instance.get("/events/none/entries/me", bearer(ALICE)).status() == 404);
  }

  @AfterAll
  static void stop() {
    instance.close();
    log.close();
    ISSUER.close();
  }

  private static String[] bearer(UserId user) {
    return new String[] {"Authorization", "Bearer " + ISSUER.tokenOf(user)};
  }

  private static String[] cookie(UserId user) {
    return new String[] {"Cookie", "other=x; __Host-nth=" + ISSUER.tokenOf(user)};
  }

  private static String[] both(String[] one, String[] other) {
    return Stream.of(one, other).flatMap(Stream::of).toArray(String[]::new);
  }

  private void commit(Result... results) {
    long offset = log.commit(results);
    ResultBoard board = instance.bean(ResultBoard.class);
    Instance.until(() -> board.progress(0).next() > offset);
  }

  private Answer me(String... headers) {
    return instance.get("/events/" + event + "/entries/me", headers);
  }

  // O-37
  @Test
  void pageOfAListedOrigin_mayReadWithTheCookie_andNoOther() {
    commit(story.defined(CountMode.LIVE, 1), story.numbered(ALICE));
    for (String path : new String[] {"/entries/me", "/entries/me/stream"}) {
      Answer listed = from(SHOP, path);
      assertThat(listed.status()).isEqualTo(200);
      assertThat(listed.whole().body()).contains("\"seq\":1");
      assertThat(listed.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
      assertThat(listed.header("Access-Control-Allow-Credentials")).isEqualTo("true");
      assertThat(listed.header("Vary")).contains("Origin", "Cookie");
      assertThat(listed.header("Cache-Control")).isEqualTo("no-store");

      Answer foreign = from("https://evil.example", path);
      assertThat(foreign.code()).isEqualTo("origin_refused");
      assertThat(foreign.header("Access-Control-Allow-Credentials")).isEmpty();
    }
  }

  private Answer from(String origin, String path) {
    String[] headers = both(cookie(ALICE), new String[] {"Origin", origin});
    return instance.get("/events/" + event + path, headers);
  }

  @Test
  void onesOwnToken_showsOnesOwnResult_andNobodyElses(CapturedOutput output) {
    commit(story.defined(CountMode.LIVE, 2, 9), story.numbered(BOB), story.numbered(ALICE));

    for (String[] alice :
        new String[][] {
          bearer(ALICE),
          cookie(ALICE),
          both(bearer(ALICE), cookie(BOB)),
          both(bearer(ALICE), new String[] {"X-User-Id", "bob"})
        }) {
      Answer answer = me(alice);
      assertThat(answer.json().path("seq").asInt()).isEqualTo(2);
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
      assertThat(answer.header("Vary")).contains("Authorization", "Cookie");
    }
    assertThat(me(bearer(BOB)).json().path("seq").asInt()).isEqualTo(1);
    assertThat(me(bearer(new UserId("carol"))).json().path("status").asString())
        .isEqualTo("processing");

    for (Answer nobody :
        new Answer[] {
          me(),
          me("X-User-Id", "alice"),
          me("Authorization", "Bearer x"),
          instance.get("/events/" + event + "/entries/me?access_token=" + ISSUER.tokenOf(ALICE)),
          instance.get("/events/" + event + "/entries/me/stream", "X-User-Id", "alice")
        }) {
      assertThat(nobody.status()).isEqualTo(401);
      assertThat(nobody.code()).isEqualTo("user_required");
      assertThat(nobody.header("Cache-Control")).isEqualTo("no-store");
      assertThat(nobody.header("Vary")).contains("Authorization", "Cookie");
      assertThat(nobody.header("WWW-Authenticate")).startsWith("Bearer");
    }
    assertThat(output.getAll()).doesNotContain(ISSUER.tokenOf(ALICE).split("\\.")[1]);
  }

  @Test
  void aStream_isOfThePersonInTheCookie() {
    commit(story.defined(CountMode.LIVE, 9));
    try (Listener alice = listen(cookie(ALICE));
        Listener bob = listen(cookie(BOB))) {
      alice.untilHeard("snapshot");
      bob.untilHeard("snapshot");
      commit(story.numbered(BOB), story.numbered(ALICE));
      assertThat(alice.untilOver().last().data().path("seq").asInt()).isEqualTo(2);
      assertThat(bob.untilOver().last().data().path("seq").asInt()).isEqualTo(1);
    }
  }

  @Test
  void aStream_endsWithItsToken_andSaysNothingAfterIt() {
    commit(story.defined(CountMode.LIVE, 9));
    Instant end = Instant.now().plusSeconds(4);
    String token = ISSUER.tokenOf(ALICE, end);
    try (Listener alice = listen("Cookie", "__Host-nth=" + token)) {
      alice.untilHeard("snapshot");
      alice.untilOver();
      assertThat(Instant.now()).isAfterOrEqualTo(Instant.ofEpochSecond(end.getEpochSecond()));
      assertThat(alice.events()).containsExactly("snapshot");
      assertThat(alice.retries()).hasSize(1);
    }

    // Still good by the skew, but its time is over: come back with another.
    commit(story.numbered(ALICE));
    try (Listener alice = listen("Cookie", "__Host-nth=" + token)) {
      alice.untilOver();
      assertThat(alice.events()).isEmpty();
      assertThat(alice.status()).isEqualTo(200);
    }
  }

  private Listener listen(String... headers) {
    return instance.listenWith(event, headers);
  }
}
