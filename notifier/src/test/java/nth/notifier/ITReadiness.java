package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import nth.app.ProcessExit;
import nth.contract.CountMode;
import nth.contract.EventId;
import nth.contract.Result;
import nth.contract.fixtures.People;
import nth.notifier.Instance.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** When an instance begins to answer, and what it makes of the log it finds. */
@ExtendWith(OutputCaptureExtension.class)
class ITReadiness extends OpenLog {

  private static final String OPERATOR = "/actuator/health/operator";

  private final Path folder = Instance.freshFolder();

  @BeforeEach
  void freshLog() {
    log.recreateTopics();
  }

  @Test
  @Tag("O-20")
  void emptyLog_isReady_andDeniesWhatIsNotThere() {
    try (Instance instance = Instance.ready(log, folder)) {
      Answer answer = instance.promotion(new EventId("nothing"));
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.code()).isEqualTo("event_not_found");
    }
  }

  @Test
  @Tag("O-20")
  void logThatEndsWithACommitMarker_isReady() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 5), story.numbered(People.ALICE));

    try (Instance instance = Instance.ready(log, folder)) {
      assertThat(instance.me(story.eventId(), People.ALICE).json().get("seq").asInt()).isEqualTo(1);
    }
  }

  @Test
  @Tag("O-20")
  @Tag("O-76")
  void logThatEndsWithAbortedRecords_isReady_andShowsNoneOfThem() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 1));
    log.abort(story.numbered(People.BOB));

    try (Instance instance = Instance.ready(log, folder)) {
      assertThat(instance.me(story.eventId(), People.BOB).status()).isEqualTo(202);
      assertThat(instance.promotion(story.eventId()).json().get("winners")).isEmpty();
      assertThat(instance.promotion(story.eventId()).json().get("entries").asInt()).isZero();
    }
  }

  @Test
  @Tag("O-24")
  void unreadableRecord_beforeAGoodOne_isPassedOverAndCounted() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 1));
    log.commitRaw(0, "not json".getBytes(), new byte[0]);
    log.commit(story.numbered(People.BOB));

    try (Instance instance = Instance.ready(log, folder)) {
      assertThat(instance.me(story.eventId(), People.BOB).json().get("winner").asBoolean())
          .isTrue();
      assertThat(instance.get("/actuator/prometheus").whole().body())
          .contains("nth_notifier_skipped_total 2.0");
    }
  }

  @Test
  void restart_onTheSameFolderAndOnAnEmptyOne_givesTheSameAnswersAndIds() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 2), story.numbered(People.ALICE));
    Told first;
    try (Instance instance = Instance.ready(log, folder)) {
      first = told(instance, story);
    }
    try (Instance same = Instance.ready(log, folder)) {
      assertThat(told(same, story)).isEqualTo(first);
    }
    Result.EntryNumbered win = story.numbered(People.BOB);
    log.commit(win, story.closedBy(win));
    Told behind;
    try (Instance same = Instance.ready(log, folder)) {
      behind = told(same, story);
    }
    try (Instance wiped = Instance.ready(log, Instance.freshFolder())) {
      assertThat(told(wiped, story)).isEqualTo(behind).isNotEqualTo(first);
    }
  }

  /** Answers and ids that must not depend on which instance gives them. */
  private record Told(String alice, String bob, String state, String aliceId, String stateId) {}

  private static Told told(Instance instance, Story story) {
    try (Listener mine = instance.listenAs(People.ALICE, story.eventId()).untilOver();
        Listener all = instance.listen(story.eventId()).untilHeard(1)) {
      boolean closed = "closed".equals(all.last().data().get("phase").asString());
      return new Told(
          instance.me(story.eventId(), People.ALICE).whole().body(),
          instance.me(story.eventId(), People.BOB).whole().body(),
          timeless(instance.promotion(story.eventId()).whole().body()),
          mine.lastId(),
          (closed ? all.untilOver() : all).lastId());
    }
  }

  private static String timeless(String state) {
    return state.replaceFirst("\"server_time\":\"[^\"]*\"", "");
  }

  @Test
  void view_ofALogThatIsNoLongerThere_isBuiltAnew() {
    Story old = log.story();
    log.commit(old.defined(CountMode.LIVE, 5), old.numbered(People.ALICE));
    try (Instance instance = Instance.ready(log, folder)) {
      assertThat(instance.promotion(old.eventId()).status()).isEqualTo(200);
    }
    log.recreateTopics();
    Story fresh = log.story();
    log.commit(fresh.defined(CountMode.LIVE, 5), fresh.numbered(People.BOB));

    try (Instance instance = Instance.ready(log, folder)) {
      assertThat(instance.promotion(old.eventId()).status()).isEqualTo(404);
      assertThat(instance.me(fresh.eventId(), People.BOB).json().get("seq").asInt()).isEqualTo(1);
    }
  }

  @Test
  void beforeItHasReadTheLog_anInstanceIsAlive_notReady_andDeniesNothing() {
    log.deleteTopics();
    try (Instance instance = Instance.start(log, folder)) {
      EventId event = new EventId("later");
      for (Answer answer :
          List.of(
              instance.promotion(event),
              instance.me(event, People.ALICE),
              instance.get("/events/later/stream", "Accept", "text/event-stream"))) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("unavailable");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
      }
      assertThat(instance.get("/actuator/health/readiness").status()).isEqualTo(503);
      assertThat(instance.get("/actuator/health/liveness").status()).isEqualTo(200);

      log.createTopics();
      Story story = log.story(event);
      log.commit(story.defined(CountMode.LIVE, 5));
      instance.untilReady();
      Instance.until(() -> instance.promotion(event).status() == 200);
    }
  }

  @Test
  @Tag("O-22")
  @Tag("O-70")
  void brokerThatIsAway_leavesAnInstanceAlive_andItReadsOnAfterwards_withoutAGroup() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 5), story.numbered(People.ALICE));
    try (Instance instance = Instance.ready(log, folder)) {
      Instance.until(() -> told(instance, "notifierLag", "behind").toString().contains(":0"));
      log.interruptBroker();
      Instance.until(() -> told(instance, "notifierLag", "broker_silent_s").asLong() > 3);
      assertThat(told(instance, "notifierLag", "behind").toString()).contains(":0");
      assertThat(told(instance, "notifierStreams", "open").asLong()).isZero();
      assertThat(told(instance, "notifierBoard", "caught_up").asBoolean()).isTrue();
      assertThat(instance.get(OPERATOR).whole().body()).doesNotContain(People.ALICE.value());
      // What it knows it goes on telling.
      assertThat(instance.get("/actuator/health/readiness").status()).isEqualTo(200);
      assertThat(instance.me(story.eventId(), People.ALICE).status()).isEqualTo(200);
      assertThat(instance.get("/actuator/health/liveness").status()).isEqualTo(200);
      log.resumeBroker();
      assertThat(instance.get("/actuator/health/liveness").status()).isEqualTo(200);
      log.commit(story.numbered(People.BOB));
      Instance.until(() -> instance.me(story.eventId(), People.BOB).status() == 200);
      instance.untilReady();
    }
    assertThat(log.hasGroups()).isFalse();
  }

  /** One figure of what an operator is told. */
  private static JsonNode told(Instance instance, String part, String figure) {
    JsonNode parts = instance.get(OPERATOR).json().path("components");
    return parts.path(part).path("details").path(figure);
  }

  @Test
  @Tag("O-75")
  void lostResults_areReportedLoudly_andNothingIsDenied(CapturedOutput output) {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 5), story.numbered(People.ALICE));
    long kept = log.commit(story.numbered(People.BOB));
    log.loseResultsBefore(0, kept);

    try (Instance instance = Instance.start(log, folder)) {
      Instance.until(() -> output.getAll().contains("results are lost, restore the log"));
      assertThat(instance.get("/actuator/health/readiness").status()).isEqualTo(503);
      assertThat(instance.me(story.eventId(), People.ALICE).code()).isEqualTo("unavailable");
    }
  }

  @Test
  @Tag("O-10")
  void secondInstanceInOneFolder_givesUpWithOneLine_andTheFirstIsUnharmed() {
    List<String> lines = new CopyOnWriteArrayList<>();
    ProcessExit exit = lines::add;
    try (Instance first = Instance.ready(log, folder);
        Instance second =
            Instance.start(
                log, folder, context -> context.registerBean(ProcessExit.class, () -> exit))) {
      assertThat(lines)
          .singleElement()
          .asString()
          .contains(folder.toString(), "is in use by another process");
      assertThat(second.get("/actuator/health/readiness").status()).isEqualTo(503);
      assertThat(first.get("/actuator/health/readiness").status()).isEqualTo(200);
    }
  }
}
