package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import nth.contract.CountMode;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whichever instance a client hangs on, it hears the same. */
class ITTwoInstances {

  private static ResultLog log;

  @BeforeAll
  static void start() {
    log = new ResultLog(1);
  }

  @AfterAll
  static void stop() {
    log.close();
  }

  @Test
  @Tag("O-22")
  @Tag("O-23")
  void everyResult_reachesTheClientsOfEveryInstance_withTheSameId() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 20));
    try (Instance one = Instance.ready(log, Instance.freshFolder());
        Instance two = Instance.ready(log, Instance.freshFolder())) {
      List<UserId> crowd = People.crowd(20);
      List<Listener> ones = listeners(one, crowd, story);
      List<Listener> twos = listeners(two, crowd, story);
      Result[] numbers = crowd.stream().map(story::numbered).toArray(Result[]::new);
      Stream.of(numbers).limit(19).forEach(log::commit);
      Result.EntryNumbered win = (Result.EntryNumbered) numbers[19];
      log.commit(win, story.closedBy(win));

      for (int i = 0; i < crowd.size(); i++) {
        Listener here = ones.get(i).untilOver();
        Listener there = twos.get(i).untilOver();
        assertThat(here.last().data()).isEqualTo(there.last().data());
        assertThat(here.lastId()).isEqualTo(there.lastId());
        assertThat(
                two.listenAs(crowd.get(i), story.eventId(), "Last-Event-ID", here.lastId())
                    .status())
            .isEqualTo(204);
      }
      assertThat(one.listen(story.eventId()).untilOver().lastId())
          .isEqualTo(two.listen(story.eventId()).untilOver().lastId());
    }
  }

  private static List<Listener> listeners(Instance instance, List<UserId> crowd, Story story) {
    return crowd.stream().map(user -> instance.listenAs(user, story.eventId())).toList().stream()
        .map(listener -> listener.untilHeard(1))
        .toList();
  }

  @Test
  @Tag("O-35")
  void stop_endsOpenStreamsFirst_andDoesNotWaitForThem() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 20));
    Instance instance =
        Instance.ready(
            log, Instance.freshFolder(), "--spring.lifecycle.timeout-per-shutdown-phase=50s");
    List<Listener> listeners = listeners(instance, People.crowd(100), story);

    Instant before = Instant.now();
    instance.close();

    listeners.forEach(listener -> assertThat(listener.untilOver().events()).hasSize(1));
    // Far below the phase's time-out, which a single stream left open would use up.
    assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(40));
  }

  @Test
  void oneStreamTooMany_isRefused_untilThereIsRoomAgain() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 20));
    try (Instance instance =
        Instance.ready(log, Instance.freshFolder(), "--nth.notifier.max-streams=2")) {
      String path = "/events/" + story.eventId() + "/stream";
      try (Listener one = instance.listen(story.eventId()).untilHeard(1);
          Listener two = instance.listen(story.eventId()).untilHeard(1)) {
        Instance.Answer refused = instance.get(path, "Accept", "text/event-stream");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("too_many_streams");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 10);
        assertThat(one.isOver() || two.isOver()).isFalse();
      }
      Instance.until(() -> instance.call("HEAD", path).status() == 200);
    }
  }

  @Test
  @Tag("O-36")
  void lifetime_endsAStreamCleanly() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 20));
    try (Instance instance =
        Instance.ready(log, Instance.freshFolder(), "--nth.notifier.stream-lifetime=500ms")) {
      Listener listener = instance.listenAs(People.ALICE, story.eventId()).untilOver();
      assertThat(listener.events()).containsExactly("snapshot");
    }
  }
}
