package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import nth.contract.CountMode;
import nth.contract.RefusalReason;
import nth.contract.UserId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that come back, to the same instance or to another, while instances come and go. */
class ITComingBack extends BehindNginx {

  private static final int SIGTERM = 128 + 15;

  @Test
  @Tag("O-23")
  void whoWasAway_hearsOnceWhatTheyMissed_onEitherInstance() {
    commitAndShow(story.defined(CountMode.LIVE, 900));
    for (Duration away : Lengths.ABSENCES) {
      UserId loyal = person("loyal-" + away.toSeconds());
      UserId fickle = person("fickle-" + away.toSeconds());
      String loyalId = idOnceRefused(one, loyal);
      String fickleId = idOnceRefused(one, fickle);
      commitAndShow(
          story.numbered(person("else-" + away.toSeconds())),
          story.numbered(loyal),
          story.numbered(fickle));
      Lengths.pass(away);
      assertHearsOnceWhatWasMissed(one, loyal, loyalId);
      assertHearsOnceWhatWasMissed(two, fickle, fickleId);
    }
  }

  private void assertHearsOnceWhatWasMissed(NotifierProcess notifier, UserId person, String id) {
    try (Subscriber back = new Subscriber(notifier.site(), Site.myStream(event), id, as(person))) {
      assertThat(back.untilOver().heard()).hasSize(1);
      assertThat(back.last().event()).isEqualTo("snapshot");
      assertThat(back.last().id()).isGreaterThan(Long.parseLong(id));
      assertThat(back.last().data().path("status").asString()).isEqualTo("decided");
    }
  }

  /** The last one heard there by somebody who was cut off. */
  private String idOnceRefused(NotifierProcess notifier, UserId person) {
    try (Listener before = listen(notifier, person).untilHeard("snapshot")) {
      log.commit(story.refused(person, RefusalReason.NOT_STARTED));
      return before.untilHeard("result").lastId();
    }
  }

  @Test
  @Tag("O-22")
  @Tag("O-23")
  void bothInstances_sayTheSame_underTheSameIds() {
    commitAndShow(story.defined(CountMode.LIVE, 3, 900));
    List<UserId> crowd = crowd(5);
    Ears here = new Ears(one.site(), event, crowd);
    Ears there = new Ears(two.site(), event, crowd);
    for (UserId person : crowd) {
      commitAndShow(story.refused(person, RefusalReason.NOT_STARTED));
      commitAndShow(story.numbered(person));
    }
    commitAndShow(story.closed());

    assertThat(here.ofPersons()).isEqualTo(there.ofPersons());
    Map<Long, String> all = there.ofAll();
    here.ofAll().forEach((id, data) -> assertThat(all.getOrDefault(id, data)).isEqualTo(data));
    assertThat(raw(one, Site.stream(event))).isEqualTo(raw(two, Site.stream(event)));
    for (UserId person : crowd) {
      assertThat(raw(one, Site.myStream(event), "-H", "Cookie: " + cookie(person)))
          .contains("\"decided\"")
          .isEqualTo(raw(two, Site.myStream(event), "-H", "Cookie: " + cookie(person)));
    }
  }

  /** Byte for byte, but for the moment of the answer and of the return. */
  private static String raw(NotifierProcess notifier, String path, String... options) {
    try (Curl curl = new Curl(folder, notifier.site(), path, options)) {
      assertThat(curl.awaitExit()).isZero();
      return Ears.timeless(curl.output()).replaceFirst("retry: \\d+", "");
    }
  }

  @Test
  @Tag("O-23")
  void whateverIdIsBroughtBack_theTruthIsHeard_andThenNothingMore() {
    long defined = log.commit(story.defined(CountMode.LIVE, 900));
    long newest = log.commit(story.refused(ALICE, RefusalReason.NOT_STARTED));
    List<String> ids = List.of("0", "" + defined, "" + newest, "999999999", "01", "nonsense");
    List<Subscriber> mine = comingBack(Site.myStream(event), ids, as(ALICE));
    List<Subscriber> everybodys = comingBack(Site.stream(event), ids);

    log.commit(story.numbered(ALICE), story.closed());

    for (Subscriber back : mine) {
      assertThat(back.untilOver().last().data().path("seq").asInt()).isEqualTo(1);
    }
    for (Subscriber back : everybodys) {
      assertThat(back.untilOver().last().data().path("total_entries").asInt()).isEqualTo(1);
    }
  }

  private static List<Subscriber> comingBack(String path, List<String> ids, String... headers) {
    return ids.stream()
        .map(id -> new Subscriber(through(Front.STOCK), path, id, headers))
        .toList()
        .stream()
        .map(subscriber -> subscriber.untilHeard(1))
        .toList();
  }

  // K6
  @Test
  @Tag("O-35")
  void rollingRestart_whileResultsFlow_losesNothingAndNobody() {
    commitAndShow(story.defined(CountMode.LIVE, 7, 900));
    List<Subscriber> idle = waiting(100);
    List<UserId> crowd = crowd(50);
    List<Subscriber> streams =
        crowd.stream()
            .map(user -> new Subscriber(through(Front.STOCK), Site.myStream(event), as(user)))
            .toList();
    streams.forEach(subscriber -> subscriber.untilHeard(1));
    Iterator<UserId> line = crowd.iterator();

    decideTen(line);
    one.terminate();
    decideTen(line);
    assertStopped(one);
    idle.forEach(subscriber -> Instance.until(() -> subscriber.connections().size() > 1));
    idle.forEach(subscriber -> subscriber.untilHeard(2));
    one.startAgain();
    decideTen(line);
    ready(one);
    two.terminate();
    decideTen(line);
    assertStopped(two);
    two.startAgain();
    decideTen(line);
    ready(two);
    log.commit(story.closed());

    for (int i = 0; i < streams.size(); i++) {
      Subscriber subscriber = streams.get(i).untilOver();
      subscriber.idsRise();
      int number = i + 1;
      assertThat(subscriber.last().data().path("seq").asInt()).isEqualTo(number);
      assertThat(subscriber.heardAWin()).isEqualTo(number == 7);
    }
    for (Subscriber subscriber : idle) {
      assertThat(subscriber.untilOver().last().event()).isEqualTo("closed");
      assertThat(subscriber.heardAWin()).isFalse();
      assertThat(subscriber.connections().get(0).endedCleanly()).isTrue();
      assertThat(subscriber.refusals()).isEmpty();
    }
    assertThat(errorsOfNginx()).doesNotContain("closed connection while reading upstream");
  }

  /** So many who never enter, all on the first instance. */
  private List<Subscriber> waiting(int size) {
    return IntStream.range(0, size)
        .mapToObj(
            i ->
                new Subscriber(
                    through(i % 2 == 0 ? Front.PATIENT : Front.PATIENT_1_1),
                    Site.myStream(event),
                    as(person("idle-" + i))))
        .toList()
        .stream()
        .map(subscriber -> subscriber.untilHeard(1))
        .toList();
  }

  private void decideTen(Iterator<UserId> line) {
    for (int i = 0; i < 10; i++) {
      log.commit(story.numbered(line.next()));
    }
  }

  /** Streams that are still open would use up the whole time for requests in flight. */
  private static void assertStopped(NotifierProcess notifier) {
    assertThat(notifier.awaitExit()).isEqualTo(SIGTERM);
    assertThat(notifier.output())
        .contains("Graceful shutdown complete")
        .doesNotContain("aborted")
        .doesNotContain("ERROR");
  }

  /** O-20: its log ends with a commit marker when it starts first, with an abort marker later. */
  @Test
  @Tag("O-20")
  @Tag("O-22")
  @Tag("O-23")
  void threeInstances_allTellEverything_alsoAfterTheLossOfOne() {
    commitAndShow(story.defined(CountMode.LIVE, 900));
    List<UserId> crowd = crowd(20);
    UserId late = person("late");
    try (NotifierProcess three = notifier()) {
      ready(three);
      List<Listener> streams = new ArrayList<>();
      for (NotifierProcess notifier : List.of(one, two, three)) {
        crowd.forEach(user -> streams.add(listen(notifier, user).untilHeard("snapshot")));
      }
      crowd.forEach(user -> log.commit(story.numbered(user)));
      streams.forEach(stream -> assertThat(stream.untilOver().events()).endsWith("result"));
      assertThat(streams).hasSize(60);

      String id = idOnceRefused(three, late);
      three.kill9();
      log.commit(story.numbered(late));
      Story aborted = log.story(event);
      log.abort(aborted.numbered(person("nobody")));
      ready(three.wiped().startAgain());

      try (Subscriber back = new Subscriber(three.site(), Site.myStream(event), id, as(late))) {
        assertThat(back.untilOver().heard()).hasSize(1);
        assertThat(back.last().data().path("seq").asInt()).isEqualTo(21);
      }
      assertThat(listen(three, crowd.get(0)).untilOver().last())
          .isEqualTo(
              new Listener.Heard(
                  "snapshot", streams.get(0).last().id(), streams.get(0).last().data()));
    }
    assertThat(log.hasGroups()).isFalse();
  }

  private Listener listen(NotifierProcess notifier, UserId user) {
    return notifier.site().listen(Site.myStream(event), as(user));
  }
}
