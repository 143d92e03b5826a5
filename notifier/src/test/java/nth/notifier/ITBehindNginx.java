package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import nth.contract.CountMode;
import nth.contract.RefusalReason;
import nth.contract.UserId;
import nth.notifier.Instance.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * What a stock nginx makes of streams. That nothing is held back is seen by the order: each frame
 * is heard while the stream is open, before anything else happens that could push it out. Where nth
 * itself compressed or held back, every case would fail; without its word against buffering, those
 * of two in a row and of an nginx that compresses.
 */
class ITBehindNginx extends BehindNginx {

  @ParameterizedTest
  @Tag("O-29")
  @CsvSource({"STOCK, identity", "STOCK, gzip", "HTTP_1_1, gzip", "CACHE, gzip", "OUTER, gzip"})
  void whatHappens_isHeardBeforeAnythingElseDoes_whateverEncodingIsAskedFor(
      Front front, String encoding) {
    commitAndShow(story.defined(CountMode.LIVE, 9));
    Site site = through(front);
    try (Listener alice =
            site.listen(Site.myStream(event), as(ALICE, "Accept-Encoding", encoding));
        Listener all = site.listen(Site.stream(event), "Accept-Encoding", encoding)) {
      alice.untilHeard("snapshot");
      all.untilHeard("snapshot");
      log.commit(story.refused(ALICE, RefusalReason.NOT_STARTED));
      alice.untilHeard("result");
      log.commit(story.numbered(BOB));
      all.untilHeard("update");
      assertThat(alice.isOver() || all.isOver()).isFalse();

      log.commit(story.numbered(ALICE), story.closed());
      for (Listener listener : List.of(alice.untilOver(), all.untilOver())) {
        HttpHeaders headers = listener.response().headers();
        assertThat(headers.firstValue("Content-Type")).hasValue("text/event-stream");
        assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
        assertThat(headers.firstValue("Content-Encoding")).isEmpty();
        // It is for nginx, which keeps it.
        assertThat(headers.firstValue("X-Accel-Buffering")).isEmpty();
      }
      assertThat(alice.last().data().path("seq").asInt()).isEqualTo(2);
    }
  }

  @Test
  @Tag("O-29")
  void whereNginxCompressesEverything_itHoldsNothingBack() {
    commitAndShow(story.defined(CountMode.LIVE, 9));
    try (Curl all =
        new Curl(folder, through(Front.GZIP), Site.stream(event), "-i", "--compressed")) {
      all.untilHeard("Content-Encoding: gzip").untilHeard("event: snapshot");
      log.commit(story.numbered(ALICE));
      all.untilHeard("event: update");
      log.commit(story.closed());
      assertThat(all.awaitExit()).isZero();
      assertThat(all.output()).contains("event: closed");
    }
  }

  @Test
  @Tag("O-29")
  @Tag("O-34")
  void overHttp2_manyStreamsShareOneConnection() {
    commitAndShow(story.defined(CountMode.LIVE, 9));
    HttpClient browser =
        HttpClient.create(ConnectionProvider.create("tabs", 1))
            .protocol(HttpProtocol.H2C)
            .headers(headers -> headers.set("Accept-Encoding", "gzip"));
    List<StringBuffer> tabs = Stream.generate(StringBuffer::new).limit(8).toList();
    List<CompletableFuture<Void>> open =
        tabs.stream()
            .map(
                tab ->
                    browser
                        .get()
                        .uri(through(Front.HTTP_2).address().resolve(Site.stream(event)))
                        .responseContent()
                        .asString()
                        .doOnNext(tab::append)
                        .then()
                        .toFuture())
            .toList();
    untilAll(tabs, "event: snapshot");
    log.commit(story.numbered(ALICE));
    untilAll(tabs, "event: update");
    log.commit(story.closed());
    untilAll(tabs, "event: closed");
    assertThat(open).allSatisfy(tab -> assertThat(tab).succeedsWithin(Instance.LIMIT));
  }

  private static void untilAll(List<StringBuffer> tabs, String words) {
    Instance.until(() -> tabs.stream().allMatch(tab -> tab.toString().contains(words)));
  }

  @Test
  @Tag("O-30")
  void silentStream_outlivesTheTimeoutsOfTheProxy_andHearsItsResult() {
    commitAndShow(story.defined(CountMode.LIVE, 9));
    try (Listener alice = through(Front.IDLE).listen(Site.myStream(event), as(ALICE))) {
      long beats = Lengths.SILENCE.dividedBy(Lengths.HEARTBEAT);
      Lengths.within(Lengths.SILENCE, () -> alice.comments().size() >= beats);
      assertThat(alice.isOver()).isFalse();
      log.commit(story.numbered(ALICE));
      alice.untilOver();
      assertThat(alice.events()).containsExactly("snapshot", "result");
    }
  }

  @Test
  @Tag("O-23")
  @Tag("O-30")
  void streamThatIsCutOverAndOver_hearsItsResultAllTheSame() {
    commitAndShow(story.defined(CountMode.LIVE, 9));
    try (Subscriber alice = new Subscriber(through(Front.HASTY), Site.myStream(event), as(ALICE))) {
      Instance.until(() -> alice.connections().size() > 3);
      log.commit(story.numbered(ALICE));
      alice.untilOver().idsRise();
      assertThat(alice.last().data().path("seq").asInt()).isEqualTo(1);
    }
    assertThat(errorsOfNginx()).contains("upstream timed out");
  }

  @Test
  @Tag("O-23")
  @Tag("O-33")
  void clientThatStoodStill_goesOn_andWhoComesBackHearsTheTruth() {
    commitAndShow(story.defined(CountMode.LIVE, 900));
    Site site = through(Front.STOCK);
    try (Curl sleeper = new Curl(folder, site, Site.stream(event));
        Listener awake = site.listen(Site.stream(event)).untilHeard(1)) {
      sleeper.untilHeard("event: snapshot");
      sleeper.freeze();
      List<UserId> crowd = crowd(8);
      for (int i = 0; i < crowd.size(); i++) {
        log.commit(story.numbered(crowd.get(i)));
        awake.untilHeard(i + 2);
      }
      Lengths.pass(Lengths.STANDSTILL);
      sleeper.thaw();
      log.commit(story.closed());
      assertThat(sleeper.awaitExit()).isZero();
      assertThat(sleeper.output()).contains("event: closed").contains("\"total_entries\":8");
    }
    try (Curl again = new Curl(folder, site, Site.stream(event), "-H", "Last-Event-ID: 0")) {
      assertThat(again.awaitExit()).isZero();
      assertThat(again.output()).contains("event: closed").contains("\"total_entries\":8");
    }
  }

  @Test
  @Tag("O-76")
  void sharedCache_keepsWhatIsForAll_andNothingOfAnybody() {
    commitAndShow(story.defined(CountMode.LIVE, 1, 9), story.numbered(BOB), story.numbered(ALICE));
    Site cache = through(Front.CACHE);
    for (int round = 0; round < 3; round++) {
      for (UserId person : List.of(BOB, ALICE, person("carol"))) {
        for (String path : List.of("/entries/me", "/entries/me?position=0-999")) {
          String mine = "/events/" + event + path;
          Answer answer = cache.get(mine, as(person));
          assertThat(answer.header("X-Cache")).isEqualTo("MISS");
          assertThat(answer.whole().body())
              .isEqualTo(one.site().get(mine, as(person)).whole().body());
        }
        assertThat(won(cache, person)).isEqualTo(person.equals(BOB));
      }
      assertThat(cache.get("/events/" + event + "/entries/me").status()).isEqualTo(401);
    }
    Instance.until(() -> cache.get("/events/" + event).header("X-Cache").equals("HIT"));
  }

  private boolean won(Site site, UserId person) {
    try (Listener listener = site.listen(Site.myStream(event), as(person)).untilHeard(1)) {
      return listener.last().data().path("winner").asBoolean(false);
    }
  }
}
