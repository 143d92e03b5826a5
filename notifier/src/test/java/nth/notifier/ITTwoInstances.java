package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import nth.contract.CountMode;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Whichever instance a client hangs on, it hears the same. */
@ExtendWith(OutputCaptureExtension.class)
class ITTwoInstances extends OpenLog {

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
  void stop_endsOpenStreamsFirst_andDoesNotWaitForThem(CapturedOutput output) {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 20));
    Instance instance =
        Instance.ready(
            log, Instance.freshFolder(), "--logging.level.org.springframework.boot=info");
    List<Listener> listeners = listeners(instance, People.crowd(100), story);

    instance.close();

    listeners.forEach(listener -> assertThat(listener.untilOver().events()).hasSize(1));
    // A single stream left open would have used up the time-out: "aborted", it would say.
    assertThat(output).contains("Graceful shutdown complete").doesNotContain("aborted");
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
  void lifetime_endsAStreamCleanly_andOnlyTheLastFrameIsTheEnd(CapturedOutput output) {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 20));
    try (Instance instance =
        Instance.ready(log, Instance.freshFolder(), "--nth.notifier.stream-lifetime=3s")) {
      Listener listener = instance.listenAs(People.ALICE, story.eventId()).untilOver();
      assertThat(listener.events()).containsExactly("snapshot");
      Listener all = instance.listen(story.eventId()).untilOver();
      assertThat(all.events()).containsExactly("snapshot");
      assertThat(livedOut(instance)).isEqualTo(2);

      log.commit(story.closed());
      Instance.until(() -> phase(instance, story).equals("closed"));
      Listener back = instance.listen(story.eventId(), "Last-Event-ID", all.lastId()).untilOver();
      assertThat(back.events()).endsWith("closed");
      assertThat(instance.listen(story.eventId(), "Last-Event-ID", back.lastId()).status())
          .isEqualTo(204);
      Instance.until(() -> OpenInstance.openStreams(instance) == 0);
    }
    assertThat(output.getAll()).doesNotContain("ERROR").doesNotContain("Exception");
  }

  private static String phase(Instance instance, Story story) {
    return instance.promotion(story.eventId()).json().get("phase").asString();
  }

  private static double livedOut(Instance instance) {
    return instance
        .bean(MeterRegistry.class)
        .get("nth.notifier.streams.ended")
        .tag("reason", "lifetime")
        .counter()
        .count();
  }
}
