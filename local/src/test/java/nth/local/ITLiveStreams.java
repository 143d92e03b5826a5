package nth.local;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** K6: whoever watches, from before, during or after, ends on what the log says. */
class ITLiveStreams {

  @TempDir static Path folder;
  private static LocalProcess local;
  private static Shop shop;

  @BeforeAll
  static void start() {
    local = new LocalProcess(folder.resolve("data"));
    local.start("--nth.admin.token=" + LocalProcess.ADMIN_TOKEN).awaitReady();
    shop = local.shop();
  }

  @AfterAll
  static void stop() throws Exception {
    local.close();
  }

  @Test
  void ownStream_openedBefore_duringAndAfter_endsOnTheOwnNumber() {
    EventId event = shop.defined("own", "{\"targets\":[2],\"close_when_won\":false}");
    Watcher before = own(event, BOB);
    await().atMost(Shop.LIMIT).until(before::hasBegun);

    shop.enter(event, ALICE, "Prefer", "wait=10");
    shop.enter(event, BOB);
    Watcher during = own(event, BOB);
    shop.decided(event, BOB);
    Watcher after = own(event, BOB);
    after.awaitEnd();

    for (Watcher watcher : List.of(before, during, after)) {
      assertThat(watcher.awaitEnd()).isEqualTo(200);
      assertThat(watcher.last().data().path("seq").asLong()).isEqualTo(2);
      assertThat(watcher.last().data().path("winner").asBoolean()).isTrue();
      assertThat(watcher.last().id()).isEqualTo(after.last().id());
      assertThat(watcher.ids()).isSorted().doesNotHaveDuplicates();
    }
    assertThat(before.frames().get(0).event()).isEqualTo("snapshot");
    assertThat(before.last().event()).isEqualTo("result");
    assertThat(after.last().event()).isEqualTo("snapshot");
    assertThat(own(event, BOB, after.last().id()).awaitEnd()).isEqualTo(204);
  }

  // O-21
  @Test
  void promotionStreams_allEndOnTheSameClosing() {
    EventId event = shop.defined("watched", "{\"targets\":[40],\"count\":\"live\"}");
    List<Watcher> watchers = new ArrayList<>(List.of(promotion(event)));

    for (UserId user : People.crowd(40)) {
      shop.enter(event, user);
      watchers.add(promotion(event));
    }
    shop.closed(event);
    watchers.add(promotion(event));

    for (Watcher watcher : watchers) {
      assertThat(watcher.awaitEnd()).isEqualTo(200);
      assertThat(watcher.last().data().path("phase").asString()).isEqualTo("closed");
      assertThat(watcher.last().data().path("total_entries").asLong()).isEqualTo(40);
      assertThat(watcher.last().id()).isEqualTo(watchers.get(0).last().id());
      assertThat(watcher.ids()).isSorted();
    }
    assertThat(watchers.get(0).last().event()).isEqualTo("closed");
  }

  // O-76, small: a loser's stream never shows a win, and the public never sees a whole id.
  @Test
  void losers_seeTheClosingAndNoWin() {
    EventId event = shop.defined("lost", "{\"targets\":[1]}");
    UserId winner = new UserId("the-winner");
    Watcher loser = own(event, ALICE);
    await().atMost(Shop.LIMIT).until(loser::hasBegun);

    shop.enter(event, winner, "Prefer", "wait=10");

    assertThat(loser.awaitEnd()).isEqualTo(200);
    assertThat(loser.last().event()).isEqualTo("closed");
    assertThat(loser.frames())
        .allSatisfy(
            frame -> {
              assertThat(frame.data().path("winner").asBoolean(false)).isFalse();
              assertThat(frame.data().toString()).doesNotContain(winner.value());
            });
  }

  private static Watcher own(EventId event, UserId user) {
    return Watcher.open(
        local.http("/events/" + event + "/entries/me/stream"), "X-User-Id", user.value());
  }

  private static Watcher own(EventId event, UserId user, Long lastEventId) {
    return Watcher.open(
        local.http("/events/" + event + "/entries/me/stream"),
        "X-User-Id",
        user.value(),
        "Last-Event-ID",
        lastEventId.toString());
  }

  private static Watcher promotion(EventId event) {
    return Watcher.open(local.http("/events/" + event + "/stream"));
  }
}
