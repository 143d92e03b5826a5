package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import nth.contract.CountMode;
import nth.contract.EventId;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What those who listen hear. */
@ExtendWith(OutputCaptureExtension.class)
class ITStreams {

  private static ResultLog log;
  private static Instance instance;
  private final Story story = log.story();
  private final EventId event = story.eventId();

  @BeforeAll
  static void start() {
    log = new ResultLog(3);
    instance = Instance.ready(log, Instance.freshFolder(), "--nth.notifier.heartbeat=300ms");
  }

  @AfterAll
  static void stop() {
    instance.close();
    log.close();
  }

  /** O-32: whoever is gone leaves nothing behind. */
  @AfterEach
  void nobodyIsLeft() {
    Instance.until(() -> openStreams() == 0);
  }

  private static double openStreams() {
    return instance.bean(MeterRegistry.class).get("nth.notifier.streams").gauge().value();
  }

  private void commitAndShow(Result... results) {
    long offset = log.commit(results);
    int partition = results[0].origin().position().partition();
    ResultBoard board = instance.bean(ResultBoard.class);
    Instance.until(() -> board.progress(partition).next() > offset);
  }

  @Test
  void streamOpenedBeforeTheDecision_hearsIt_andEnds() {
    commitAndShow(story.defined(CountMode.LIVE, 2));
    try (Listener alice = instance.listenAs(People.ALICE, event).untilHeard("snapshot")) {
      assertThat(alice.last().data().get("status").asString()).isEqualTo("none");
      assertThat(alice.last().id()).isNull();

      long offset = log.commit(story.numbered(People.ALICE));

      alice.untilOver().idsRise();
      assertThat(alice.events()).containsExactly("snapshot", "result");
      assertThat(alice.last().id()).isEqualTo(offset);
      assertThat(alice.last().data().get("seq").asInt()).isEqualTo(1);
      assertThat(alice.last().data().get("winner").asBoolean()).isFalse();
    }
  }

  @Test
  void streamOpenedAfterTheDecision_hasItInTheSnapshot_andEnds() {
    commitAndShow(story.defined(CountMode.LIVE, 1));
    Result.EntryNumbered win = story.numbered(People.BOB);
    commitAndShow(win, story.closedBy(win));

    try (Listener bob = instance.listenAs(People.BOB, event).untilOver()) {
      assertThat(bob.events()).containsExactly("snapshot");
      assertThat(bob.last().data().get("winner").asBoolean()).isTrue();
      assertThat(bob.last().data().get("position").asString())
          .isEqualTo(win.origin().position().toString());
    }
  }

  @Test
  void streamsOpenedDuringTheDecisions_allEndOnTheirOwnNumber() {
    commitAndShow(story.defined(CountMode.LIVE, 1_000));
    List<UserId> crowd = People.crowd(60);
    List<Listener> listeners =
        crowd.stream()
            .map(
                user -> {
                  Listener listener = instance.listenAs(user, event);
                  log.commit(story.numbered(user));
                  return listener;
                })
            .toList();

    for (int i = 0; i < listeners.size(); i++) {
      Listener listener = listeners.get(i).untilOver();
      listener.idsRise();
      assertThat(listener.events()).endsWith(listener.events().size() == 1 ? "snapshot" : "result");
      assertThat(listener.last().data().get("seq").asInt()).isEqualTo(i + 1);
    }
  }

  @Test
  void refusal_isAResult_thatDoesNotEndTheStream() {
    commitAndShow(story.defined(CountMode.LIVE, 5));
    try (Listener alice = instance.listenAs(People.ALICE, event).untilHeard(1)) {
      log.commit(story.refused(People.ALICE, RefusalReason.NOT_STARTED));
      alice.untilHeard(2);
      assertThat(alice.last().event()).isEqualTo("result");
      assertThat(alice.last().data().get("reason").asString()).isEqualTo("not_started");
      assertThat(alice.isOver()).isFalse();

      log.commit(story.numbered(People.ALICE));
      alice.untilOver().idsRise();
      assertThat(alice.events()).containsExactly("snapshot", "result", "result");
    }
  }

  @Test
  void closing_endsEveryStream_withTheStateForEverybody() {
    commitAndShow(story.defined(CountMode.HIDDEN, 5), story.numbered(new UserId("jonathan")));
    try (Listener alice = instance.listenAs(People.ALICE, event).untilHeard(1);
        Listener all = instance.listen(event).untilHeard(1)) {
      assertThat(all.last().data().get("entries").isNull()).isTrue();

      long offset = log.commit(story.closed());

      for (Listener listener : List.of(alice, all)) {
        listener.untilOver().idsRise();
        assertThat(listener.events()).containsExactly("snapshot", "closed");
        assertThat(listener.last().id()).isEqualTo(offset);
        assertThat(listener.last().data().get("phase").asString()).isEqualTo("closed");
        assertThat(listener.last().data().get("total_entries").asInt()).isEqualTo(1);
      }
    }
  }

  @Test
  void refusalAfterTheClosing_keepsIdsRising_andItsIdIsFinal() {
    commitAndShow(story.defined(CountMode.LIVE, 5), story.closed());
    commitAndShow(story.refused(People.ALICE, RefusalReason.CLOSED));

    try (Listener alice = instance.listenAs(People.ALICE, event).untilOver()) {
      alice.idsRise();
      assertThat(alice.events()).containsExactly("snapshot", "closed");
      assertThat(alice.heard().get(0).id()).isNull();
      assertThat(instance.listenAs(People.ALICE, event, "Last-Event-ID", alice.lastId()).status())
          .isEqualTo(204);
    }
  }

  @Test
  void promotionStream_hearsTheCountAndTheWinners_masked() {
    commitAndShow(story.defined(CountMode.LIVE, 2, 9));
    try (Listener all = instance.listen(event).untilHeard(1)) {
      log.commit(story.numbered(People.ALICE), story.numbered(new UserId("jonathan")));
      all.untilHeard("update");
      assertThat(all.last().data().get("entries").asInt()).isEqualTo(2);
      assertThat(all.last().data().get("winners").toString())
          .isEqualTo("[{\"seq\":2,\"user\":\"jo***\"}]");
      all.idsRise();
    }
  }

  @Test
  void frozenCount_isNotGivenAwayByFrames() {
    commitAndShow(story.defined(CountMode.COARSE, 10, 20));
    commitAndShow(People.crowd(9).stream().map(story::numbered).toArray(Result[]::new));
    try (Listener all = instance.listen(event).untilHeard(1)) {
      commitAndShow(story.refused(People.ALICE, RefusalReason.NOT_STARTED));
      log.commit(story.numbered(People.BOB));
      all.untilHeard(2);
      assertThat(all.last().data().get("entries").asInt()).isEqualTo(10);
    }
  }

  // O-29, O-30
  @Test
  void headersForbidBufferingAndCaching_andSilenceIsFilled() {
    commitAndShow(story.defined(CountMode.LIVE, 5));
    try (Listener alice = instance.listenAs(People.ALICE, event, "Accept-Encoding", "gzip")) {
      Instance.until(() -> alice.comments().size() >= 3);
      log.commit(story.numbered(People.ALICE));
      alice.untilOver();

      assertThat(alice.events()).containsExactly("snapshot", "result");
      assertThat(alice.retries()).hasSize(1);
      assertThat(Integer.parseInt(alice.retries().get(0))).isBetween(2_000, 6_000);
      var headers = alice.response().headers();
      assertThat(headers.firstValue("Content-Type")).hasValue("text/event-stream");
      assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
      assertThat(headers.firstValue("X-Accel-Buffering")).hasValue("no");
      assertThat(headers.firstValue("Content-Encoding")).isEmpty();
      assertThat(headers.allValues("Vary")).anyMatch(vary -> vary.contains("X-User-Id"));
    }
  }

  // O-23
  @Test
  void lastEventId_ofAnEndedStream_isAnsweredWith204() {
    commitAndShow(story.defined(CountMode.LIVE, 1));
    Result.EntryNumbered win = story.numbered(People.BOB);
    commitAndShow(win, story.closedBy(win));
    String mine;
    String everybodys;
    try (Listener bob = instance.listenAs(People.BOB, event).untilOver();
        Listener all = instance.listen(event).untilOver()) {
      mine = bob.lastId();
      everybodys = all.lastId();
    }

    assertThat(instance.listenAs(People.BOB, event, "Last-Event-ID", mine).status()).isEqualTo(204);
    assertThat(instance.listen(event, "Last-Event-ID", everybodys).status()).isEqualTo(204);
    assertThat(instance.listen(event, "Last-Event-ID", mine).untilOver().events())
        .containsExactly("snapshot", "closed");
  }

  // O-23
  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "01", "0", "99999999999999999999", "1 "})
  void otherLastEventId_getsASnapshot(String id) {
    commitAndShow(story.defined(CountMode.LIVE, 1), story.numbered(People.BOB));
    try (Listener bob = instance.listenAs(People.BOB, event, "Last-Event-ID", id).untilOver()) {
      assertThat(bob.events()).containsExactly("snapshot");
    }
  }

  // O-23
  @Test
  void lastEventId_aheadOfThisInstance_isWaitedFor() {
    commitAndShow(story.defined(CountMode.LIVE, 9));
    long next = instance.bean(ResultBoard.class).progress(story.next().partition()).next();
    try (Listener alice =
        instance.listenAs(People.ALICE, event, "Last-Event-ID", Long.toString(next))) {
      log.commit(story.numbered(People.ALICE));
      alice.untilOver();
      assertThat(alice.status()).isEqualTo(204);
    }
  }

  @Test
  void lastEventId_farAhead_endsWithRetryOnly() {
    commitAndShow(story.defined(CountMode.LIVE, 9));
    try (Listener alice = instance.listenAs(People.ALICE, event, "Last-Event-ID", "123456789")) {
      alice.untilOver();
      assertThat(alice.status()).isEqualTo(200);
      assertThat(alice.retries()).hasSize(1);
      assertThat(alice.events()).isEmpty();
    }
  }

  @Test
  void unknownPromotion_hasNoStream() {
    String path = "/events/" + event + "/stream";
    assertThat(instance.get(path, "Accept", "text/event-stream").code())
        .isEqualTo("event_not_found");
    String mine = "/events/" + event + "/entries/me/stream";
    assertThat(instance.get(mine, "Accept", "text/event-stream", "X-User-Id", "alice").code())
        .isEqualTo("event_not_found");
    assertThat(instance.get(mine, "Accept", "text/event-stream").code()).isEqualTo("user_required");
  }

  // O-76
  @Test
  void win_isSeenByTheWinnerOnly_andNeverWhenAborted() {
    commitAndShow(story.defined(CountMode.LIVE, 1, 2));
    List<UserId> crowd = People.crowd(20);
    List<Listener> listeners =
        crowd.stream().map(user -> instance.listenAs(user, event).untilHeard(1)).toList();
    try (Listener all = instance.listen(event).untilHeard(1)) {
      UserId winner = crowd.get(7);
      Story aborted = log.story(event);
      aborted.defined(CountMode.LIVE, 1, 2);
      log.abort(aborted.numbered(crowd.get(3)));
      log.commit(story.numbered(winner), story.closed());

      listeners.forEach(Listener::untilOver);
      for (int i = 0; i < crowd.size(); i++) {
        boolean told =
            listeners.get(i).heard().stream()
                .anyMatch(heard -> heard.data().path("winner").asBoolean(false));
        assertThat(told).as("%s", crowd.get(i)).isEqualTo(crowd.get(i).equals(winner));
      }
      all.untilOver();
      assertThat(all.last().data().get("winners")).hasSize(1);
    }
  }

  @Test
  void sameResultTwice_onTheLog_isHeardOnce() {
    Result.PromotionDefined defined = story.defined(CountMode.LIVE, 5);
    commitAndShow(defined);
    Result.EntryNumbered number = story.numbered(People.BOB);
    try (Listener all = instance.listen(event).untilHeard(1)) {
      log.commit(number, number, defined);
      log.commit(number);
      log.commit(story.closed());
      all.untilOver().idsRise();
      assertThat(all.last().data().get("total_entries").asInt()).isEqualTo(1);
      assertThat(instance.me(event, People.BOB).json().get("seq").asInt()).isEqualTo(1);
    }
  }

  // O-31, O-32
  @Test
  void resetConnections_leaveNothingBehind_andNothingInTheLog(CapturedOutput output)
      throws IOException {
    commitAndShow(story.defined(CountMode.LIVE, 1_000));
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      sockets.add(instance.rawStream(event));
    }
    Instance.until(() -> openStreams() == sockets.size());
    for (Socket socket : sockets) {
      log.commit(story.numbered(new UserId("person-" + socket.getLocalPort())));
      socket.setSoLinger(true, 0);
      socket.close();
    }

    Instance.until(() -> openStreams() == 0);
    assertThat(output.getAll()).doesNotContain("ERROR").doesNotContain("Exception");
  }
}
