package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import nth.contract.CountMode;
import nth.contract.fixtures.People;
import nth.web.fixtures.Footprint;
import nth.web.fixtures.Log;
import nth.web.fixtures.Nonsense;
import nth.web.fixtures.Nonsense.Attempt;
import nth.web.fixtures.Seed;
import nth.web.fixtures.Troublemaker;
import nth.web.fixtures.Troublemaker.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nonsense at every endpoint of the notifier. */
class ITNonsense {

  private static final List<String> QUERIES =
      List.of(
          "",
          "?position=",
          "?position=0-0",
          "?position=00-1",
          "?position=0-99999999999999999999",
          "?position=0-1&position=0-2",
          "?position=%00",
          "?position=%zz",
          "?position=0%2D1",
          "?position[]=0-1",
          "?position=-1--1",
          "?position=\u00ef\u00bc\u0090-1",
          "?position=0-1%0a",
          "?position=" + Nonsense.MARK,
          "?" + "a=b&".repeat(900),
          "?%FF=%FF",
          "?;",
          "??",
          "?position=0-1#a");

  private static ResultLog log;
  private static Instance instance;

  @BeforeAll
  static void start() {
    log = new ResultLog(3);
    instance = Instance.ready(log, Instance.freshFolder(), "--nth.http.receive-timeout=1s");
  }

  @AfterAll
  static void stop() {
    instance.close();
    log.close();
  }

  private static List<Nonsense.Door> doors(String path) {
    List<Nonsense.Door> doors = new ArrayList<>();
    for (String query : QUERIES) {
      doors.add(new Nonsense.Door("GET", path + "/entries/me" + query, ""));
    }
    for (String end : List.of("", "/stream", "/entries/me/stream")) {
      doors.add(new Nonsense.Door("GET", path + end, ""));
      doors.add(new Nonsense.Door("GET", path + end, "Last-Event-ID: 0\r\n"));
      doors.add(new Nonsense.Door("HEAD", path + end, ""));
    }
    for (String other : List.of("/", "/actuator/health/liveness", "/actuator/prometheus")) {
      doors.add(new Nonsense.Door("GET", other, ""));
    }
    return doors;
  }

  @Test
  @Tag("O-50")
  @Tag("O-51")
  @Tag("O-52")
  void nonsense_isAnsweredPolitely_andNobodyIsHarmed() {
    Story story = log.story();
    log.commit(story.defined(CountMode.LIVE, 5), story.numbered(People.ALICE));
    Instance.until(() -> instance.me(story.eventId(), People.ALICE).status() == 200);
    Footprint.watchBuffers();
    Seed seed = Seed.printed();
    List<Attempt> attempts =
        Nonsense.attempts(seed.value(), seed.requests(), doors("/events/" + story.eventId()));
    Troublemaker troublemaker = new Troublemaker(instance.port());
    try (Log told = Log.of("ROOT")) {
      int half = attempts.size() / 2;
      assertPolite(troublemaker.make(attempts.subList(0, half)));
      Footprint halfway = Footprint.taken();
      assertPolite(troublemaker.make(attempts.subList(half, attempts.size())));

      Instance.until(() -> OpenInstance.openStreams(instance) == 0);
      assertThat(Footprint.taken()).matches(now -> now.isNoMoreThan(halfway), halfway.toString());
      assertThat(told.linesButLostAnswers()).isEmpty();
    }
    assertThat(instance.me(story.eventId(), People.ALICE).json().get("seq").asInt()).isEqualTo(1);
  }

  private static void assertPolite(List<Outcome> outcomes) {
    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.lacks()).isEmpty());
  }
}
