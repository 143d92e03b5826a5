package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import nth.contract.CountMode;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.Test;

/** What those who listen hear. */
class ITStreams extends OpenInstance {

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
    List<Listener> listeners = listenersBeingNumbered(crowd);

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
  void frozenCount_isNotGivenAwayByFrames_norByTheirIds() {
    commitAndShow(story.defined(CountMode.COARSE, 20, 40));
    long shown = commitAndShow(numbered(People.crowd(18)));
    commitAndShow(story.numbered(People.CHARLIE));
    try (Listener all = instance.listen(event).untilHeard(1)) {
      assertThat(all.last().data().get("entries").asInt()).isEqualTo(18);
      assertThat(all.last().id()).isEqualTo(shown);

      commitAndShow(story.refused(People.ALICE, RefusalReason.NOT_STARTED));
      long win = log.commit(story.numbered(People.BOB));

      all.untilHeard(2);
      assertThat(all.last().data().get("entries").asInt()).isEqualTo(20);
      assertThat(all.last().id()).isEqualTo(win);
    }
  }

  @Test
  void hiddenCount_isNotGivenAwayByIds() {
    long defined = commitAndShow(story.defined(CountMode.HIDDEN, 20));
    commitAndShow(numbered(People.crowd(5)));
    try (Listener all = instance.listen(event).untilHeard(1)) {
      assertThat(all.last().id()).isEqualTo(defined);
    }
  }

  private Result[] numbered(List<UserId> crowd) {
    return crowd.stream().map(story::numbered).toArray(Result[]::new);
  }

  @Test
  void unknownPromotion_hasNoStream() {
    String path = "/events/" + event + "/stream";
    assertThat(instance.get(path, "Accept", "text/event-stream").code())
        .isEqualTo("event_not_found");
    String mine = "/events/" + event + "/entries/me/stream";
    assertThat(instance.get(mine, "Accept", "text/event-stream", "X-User-Id", "alice").code())
        .isEqualTo("event_not_found");
    Instance.Answer nobody = instance.get(mine, "Accept", "text/event-stream");
    assertThat(nobody.code()).isEqualTo("user_required");
    assertThat(nobody.header("Cache-Control")).isEqualTo("no-store");
    assertThat(nobody.header("Vary")).contains("X-User-Id", "Authorization", "Cookie");
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
}
