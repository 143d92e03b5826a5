package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.ingress.Door.Answer;
import org.junit.jupiter.api.Test;

class ITEarlyAnswers extends RunningIngress {

  ITEarlyAnswers() {
    super("--nth.rate-limit.burst=50");
  }

  @Test
  void anUnknownEvent_isNotFound_andNothingIsWritten() {
    assertThat(door.ask(door.entry(event, People.ALICE)).gist()).isEqualTo("404 event_not_found");
    assertThat(commandsOf(event)).isEmpty();
  }

  @Test
  void whileADefinitionMayBeUnderWay_theLogDecides() {
    sequencer.beginShowing(Views.open(event));
    Answer meanwhile = door.ask(door.entry(event, People.ALICE));
    sequencer.commitShown();
    assertThat(meanwhile.gist()).isEqualTo("202 queued");
  }

  @Test
  void aDefinitionJustCommitted_isNeverMissed() {
    for (int i = 0; i < 10; i++) {
      newEvent();
      sequencer.show(Views.open(event));
      assertThat(door.ask(door.entry(event, new UserId("fast-" + i))).gist())
          .isEqualTo("202 queued");
    }
  }

  @Test
  void longBeforeTheOpening_anEntryIsTooEarly_untilThen() {
    Instant opening = Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
    EventId other = event;
    show(Views.open(other));
    door.ask(door.entry(other, People.ALICE));
    newEvent();
    show(Views.defined(event, opening, null, new Position(0, 0)));

    Answer answer = door.ask(door.entry(event, People.ALICE).header("Prefer", "wait=5"));

    assertThat(answer.gist()).isEqualTo("425 not_started");
    assertThat(Long.parseLong(answer.header("Retry-After"))).isBetween(3_000L, 3_601L);
    assertThat(answer.member("request_id")).isNotEmpty();
    assertThat(commandsOf(event)).isEmpty();
  }

  @Test
  void afterTheClosing_onlyARequestThatCannotHaveANumber_isAnsweredEarly() {
    show(Views.closed(event, new Position(0, 0)));

    Answer bare = door.ask(door.entry(event, People.ALICE));
    assertThat(bare.gist()).isEqualTo("409 closed");
    assertThat(bare.member("status_url")).isEqualTo("/events/" + event + "/entries/me");
    Answer withKey = door.ask(door.entry(event, People.ALICE).header("Idempotency-Key", "k"));
    assertThat(withKey.gist()).isEqualTo("202 queued");
    sequencer.next(event);
    var waiting = door.asking(door.entry(event, People.ALICE).header("Prefer", "wait=10"));
    sequencer.commit(numbered(sequencer.next(event), 3));
    assertThat(waiting.join().gist()).isEqualTo("200 decided");
  }
}
