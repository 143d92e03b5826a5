package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import nth.contract.CountMode;
import nth.contract.RefusalReason;
import nth.contract.UserId;
import nth.contract.fixtures.BlockedThreads;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.core.scheduler.Schedulers;

/** No thread that serves many waits for anything, not even for the disk with the view on it. */
class ITNoWaiting extends OpenInstance {

  private static final int CROWD = 30;

  @BeforeAll
  static void watch() {
    BlockedThreads.watch(
        blockHound -> blockHound.markAsBlocking("org.rocksdb.RocksDB", "get", "([B)[B"));
  }

  @AfterEach
  void nobodyWaited() {
    assertThat(String.join("\n", BlockedThreads.seen())).isEmpty();
  }

  @Test
  void oneWhoWaits_isSeen() {
    BlockedThreads.waitOn(
        instance.bean(ReactorResourceFactory.class).getLoopResources().onServer(true).next());
    BlockedThreads.waitOn(Schedulers.parallel()::schedule);
    assertThat(BlockedThreads.seen()).hasSize(2).allMatch(seen -> seen.contains("Unsafe#park"));
  }

  @Test
  void oneWhoReadsTheView_isSeen() {
    commitAndShow(story.defined(CountMode.LIVE, 5));
    ResultBoard board = instance.bean(ResultBoard.class);
    Schedulers.parallel().schedule(() -> board.standing(event));
    Instance.until(() -> BlockedThreads.seen().stream().anyMatch(s -> s.contains("RocksDB#get")));
  }

  @Test
  void polls() {
    commitAndShow(story.defined(CountMode.LIVE, 1_000));
    List<UserId> crowd = People.crowd(CROWD);
    crowd.forEach(user -> log.commit(story.numbered(user)));
    crowd.forEach(user -> instance.me(event, user));
    crowd.forEach(user -> instance.promotion(event));
    assertThat(instance.get("/events/" + event + "/entries/me").status()).isEqualTo(401);
    assertThat(instance.get("/events/unknown").status()).isEqualTo(404);
    assertThat(instance.get("/events/UPPER").status()).isEqualTo(400);
    assertThat(instance.call("DELETE", "/events/" + event).status()).isEqualTo(405);
  }

  @Test
  void streams() {
    commitAndShow(story.defined(CountMode.LIVE, 1_000));
    List<UserId> crowd = People.crowd(CROWD);
    List<Listener> listeners = listenersBeingNumbered(crowd);
    listeners.forEach(Listener::untilOver);
    try (Listener all = instance.listen(event).untilHeard(1);
        Listener alice = instance.listenAs(People.ALICE, event).untilHeard(1)) {
      // Long enough for a heartbeat.
      Instance.until(() -> !all.comments().isEmpty() && !alice.comments().isEmpty());
      log.commit(story.refused(People.ALICE, RefusalReason.NOT_STARTED));
      alice.untilHeard(2);
      log.commit(story.closed());
      all.untilOver();
      alice.untilOver();
      String last = alice.lastId();
      assertThat(instance.listenAs(People.ALICE, event, "Last-Event-ID", last).status())
          .isEqualTo(204);
      instance.listenAs(People.ALICE, event, "Last-Event-ID", "123456789").untilOver();
    }
    try (Listener gone = instance.listen(event)) {
      gone.untilHeard(1);
    }
  }

  @Test
  void whatOthersAsk() {
    for (String path : List.of("health", "health/liveness", "health/readiness", "prometheus")) {
      for (int i = 0; i < 5; i++) {
        assertThat(instance.get("/actuator/" + path).status()).isEqualTo(200);
      }
    }
    assertThat(instance.get("/").status()).isIn(200, 404);
  }
}
