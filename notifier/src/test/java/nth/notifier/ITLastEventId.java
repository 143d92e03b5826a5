package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import nth.contract.CountMode;
import nth.contract.Result;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What those who come back get to hear. */
class ITLastEventId extends OpenInstance {

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
  @ValueSource(strings = {"x", "-1", "01", "0", "99999999999999999999", "1 1"})
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

  // O-23
  @Test
  void lastEventId_aheadOfTheLog_isOfAnother_andGetsASnapshot() {
    commitAndShow(story.defined(CountMode.LIVE, 9), story.numbered(People.ALICE));
    try (Listener alice = instance.listenAs(People.ALICE, event, "Last-Event-ID", "123456789")) {
      alice.untilOver();
      assertThat(alice.events()).containsExactly("snapshot");
      assertThat(alice.last().data().get("seq").asInt()).isEqualTo(1);
    }
  }

  @Test
  void lastEventId_aheadOfAnInstanceThatDoesNotKnowAll_endsWithRetryOnly() {
    commitAndShow(story.defined(CountMode.LIVE, 9));
    log.abortAfter(
        () -> {
          try (Listener alice =
              instance.listenAs(People.ALICE, event, "Last-Event-ID", "123456789")) {
            alice.untilOver();
            assertThat(alice.status()).isEqualTo(200);
            assertThat(alice.retries()).hasSize(1);
            assertThat(alice.events()).isEmpty();
          }
        },
        story.numbered(People.ALICE));
  }
}
