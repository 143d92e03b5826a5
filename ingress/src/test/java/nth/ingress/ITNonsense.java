package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.RefusalReason;
import nth.contract.fixtures.People;
import nth.ingress.OtherParty.Received;
import nth.web.fixtures.Footprint;
import nth.web.fixtures.Log;
import nth.web.fixtures.Nonsense;
import nth.web.fixtures.Nonsense.Attempt;
import nth.web.fixtures.Nonsense.Sense;
import nth.web.fixtures.Seed;
import nth.web.fixtures.Troublemaker;
import nth.web.fixtures.Troublemaker.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nonsense at every endpoint: the log has what was taken and nothing else. */
class ITNonsense extends RunningIngress {

  private static final String ADMIN = "Authorization: Bearer " + Door.ADMIN_TOKEN + "\r\n";

  private final Set<String> inTheLog = new ConcurrentSkipListSet<>();
  private final AtomicBoolean over = new AtomicBoolean();

  ITNonsense() {
    super(
        "--nth.http.receive-timeout=1s",
        "--nth.rate-limit.burst=1000000",
        "--nth.rate-limit.network.burst=1000000");
  }

  private List<Nonsense.Door> doors() {
    String path = "/events/" + event;
    var entries = new Nonsense.Door("POST", path + "/entries", "");
    return List.of(
        entries,
        entries,
        entries,
        new Nonsense.Door("PUT", path, ADMIN),
        new Nonsense.Door("PUT", path, ""),
        new Nonsense.Door("POST", path + "/close", ADMIN),
        new Nonsense.Door("GET", "/actuator/health/readiness", ""),
        new Nonsense.Door("GET", "/actuator/prometheus", ""));
  }

  @Test
  @Tag("O-46")
  @Tag("O-48")
  @Tag("O-49")
  @Tag("O-50")
  @Tag("O-51")
  @Tag("O-52")
  @Tag("O-53")
  void nonsense_isAnsweredPolitely_andTheLogHasWhatWasTakenOnly() throws InterruptedException {
    show(Views.open(event));
    Footprint.watchBuffers();
    Seed seed = Seed.printed();
    List<Attempt> attempts = Nonsense.attempts(seed.value(), seed.requests(), doors());
    Troublemaker troublemaker = new Troublemaker(door.port());
    Thread sequencing = new Thread(this::refuseAdmins);
    sequencing.start();
    try (Log told = Log.of("ROOT")) {
      int half = attempts.size() / 2;
      Set<String> taken = taken(troublemaker.make(attempts.subList(0, half)));
      Footprint halfway = Footprint.taken();
      taken.addAll(taken(troublemaker.make(attempts.subList(half, attempts.size()))));

      assertThat(Footprint.taken()).matches(now -> now.isNoMoreThan(halfway), halfway.toString());
      assertThat(told.linesButLostAnswers()).isEmpty();
      over.set(true);
      sequencing.join();
      assertThat(inTheLog).isEqualTo(taken).hasSizeGreaterThan(seed.requests() / 100);
    } finally {
      over.set(true);
    }
    assertThat(door.ask(door.entry(event, People.ALICE)).gist()).isEqualTo("202 queued");
  }

  private static void assertTakenIfSound(Outcome outcome) {
    Attempt attempt = outcome.attempt();
    if (attempt.door().path().endsWith("/entries") && attempt.sense() != Sense.UNKNOWN) {
      assertThat(outcome.answer().status() == 202).isEqualTo(attempt.sense() == Sense.SOUND);
    }
  }

  /** The positions of what was taken. The answers themselves are not kept for the footprint. */
  private static Set<String> taken(List<Outcome> outcomes) {
    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.lacks()).isEmpty());
    assertThat(outcomes).allSatisfy(ITNonsense::assertTakenIfSound);
    return outcomes.stream()
        .map(Outcome::answer)
        .filter(answer -> answer.header("content-type").endsWith("json"))
        .filter(answer -> !answer.body().isEmpty())
        .map(answer -> answer.json().path("position").asString(""))
        .filter(position -> !position.isEmpty())
        .collect(Collectors.toSet());
  }

  /** Reads along, and tells admins that it cannot be, which they are answered with. */
  private void refuseAdmins() {
    boolean last;
    do {
      last = over.get();
      for (Received received : sequencer.rest()) {
        inTheLog.add(received.position().toString());
        if (!(received.command() instanceof SubmitEntry)) {
          sequencer.commit(refused(received, reason(received)));
        }
      }
    } while (!last);
  }

  private static RefusalReason reason(Received received) {
    return received.command() instanceof ClosePromotion
        ? RefusalReason.EVENT_NOT_FOUND
        : RefusalReason.INVALID_TIMES;
  }
}
