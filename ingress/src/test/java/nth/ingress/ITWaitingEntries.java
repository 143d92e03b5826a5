package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import nth.contract.RefusalReason;
import nth.contract.fixtures.People;
import nth.ingress.Door.Answer;
import nth.ingress.OtherParty.Received;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ITWaitingEntries extends RunningIngress {

  ITWaitingEntries() {
    super("--nth.rate-limit.burst=50");
  }

  @Test
  void aWaitingRequest_isToldItsNumber() {
    show(Views.open(event));
    var answer = door.asking(door.entry(event, People.ALICE).header("Prefer", "wait=10"));
    Received entry = sequencer.next(event);

    sequencer.commit(numbered(entry, 5));

    Answer told = answer.join();
    assertThat(told.gist()).isEqualTo("200 decided");
    assertThat(told.header("Preference-Applied")).isEqualTo("wait=10");
    assertThat(told.body().path("seq").asLong()).isEqualTo(5);
    assertThat(told.member("position")).isEqualTo(entry.position().toString());
    assertThat(told.member("request_id")).isEqualTo(told.header("Idempotency-Key"));
  }

  @Test
  void aWaitingRequest_seesOnlyWhatIsCommitted() {
    show(Views.open(event));
    var answer = door.asking(door.entry(event, People.ALICE).header("Prefer", "wait=10"));
    Received entry = sequencer.next(event);

    sequencer.abort(numbered(entry, 1));
    sequencer.commit(numbered(entry, 2));

    assertThat(answer.join().body().path("seq").asLong()).isEqualTo(2);
  }

  @Test
  void aWaitingRequest_takesOnlyTheResultOfItsOwnCommand() {
    show(Views.open(event));
    var first = door.asking(door.entry(event, People.ALICE).header("Prefer", "wait=10"));
    Received one = sequencer.next(event);
    var second = door.asking(door.entry(event, People.ALICE).header("Prefer", "wait=10"));
    Received two = sequencer.next(event);

    sequencer.commit(numbered(two, 8));
    sequencer.commit(refused(one, RefusalReason.NOT_STARTED));

    assertThat(second.join().gist()).isEqualTo("200 decided");
    assertThat(first.join().gist()).isEqualTo("425 not_started");
  }

  @ParameterizedTest
  @CsvSource({
    "EVENT_NOT_FOUND, 404 event_not_found",
    "NOT_STARTED, 425 not_started",
    "CLOSED, 409 closed"
  })
  void aRefusalByTheLog_isAnsweredAsAnEarlyOneIs(RefusalReason reason, String gist) {
    show(Views.open(event));
    var answer = door.asking(door.entry(event, People.ALICE).header("Prefer", "wait=10"));
    Received entry = sequencer.next(event);

    sequencer.commit(refused(entry, reason));

    Answer told = answer.join();
    assertThat(told.gist()).isEqualTo(gist);
    assertThat(told.member("position")).isEqualTo(entry.position().toString());
    assertThat(told.member("request_id")).isEqualTo(told.header("Idempotency-Key"));
    assertThat(told.header("Content-Type")).isEqualTo("application/problem+json");
  }

  @Test
  void withoutADecisionInTime_aWaitingRequestIsQueued() {
    show(Views.open(event));
    Answer answer = door.ask(door.entry(event, People.ALICE).header("Prefer", "wait=1"));
    assertThat(answer.gist()).isEqualTo("202 queued");
    assertThat(answer.header("Location")).contains("?position=");
    assertThat(answer.header("Preference-Applied")).isEqualTo("wait=1");
  }
}
