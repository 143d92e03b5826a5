package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.ingress.Door.Answer;
import nth.ingress.OtherParty.Received;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ITEntries extends RunningIngress {

  ITEntries() {
    super("--nth.rate-limit.burst=50");
  }

  @Test
  void anEntry_standsInTheLog_whenItIsAnswered() {
    show(Views.open(event));

    Answer answer = door.ask(door.entry(event, People.ALICE).header("Idempotency-Key", "\"k 1\""));

    Received entry = sequencer.rest().stream().reduce((first, last) -> last).orElseThrow();
    String position = entry.position().toString();
    assertThat(answer.gist()).isEqualTo("202 queued");
    assertThat(answer.member("position")).isEqualTo(position);
    assertThat(answer.member("request_id")).isEqualTo("k 1");
    assertThat(answer.header("Idempotency-Key")).isEqualTo("k 1");
    assertThat(answer.header("Location"))
        .isEqualTo("/events/" + event + "/entries/me?position=" + position);
    assertThat(answer.header("Retry-After")).isEqualTo("1");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(answer.header("Preference-Applied")).isEmpty();
    assertThat(entry.command())
        .isInstanceOfSatisfying(
            SubmitEntry.class,
            command -> {
              assertThat(command.userId()).isEqualTo(People.ALICE);
              assertThat(command.requestId().value()).isEqualTo("k 1");
            });
    assertThat(Headers.text(entry.raw().headers(), Headers.TYPE)).isEqualTo("submit_entry");
    assertThat(Headers.text(entry.raw().headers(), Headers.VERSION)).isEqualTo("1");
  }

  @Test
  @Tag("O-44")
  void theSameKey_ofTwoPersons_isTwoRequests() {
    show(Views.open(event));
    assertThat(door.ask(door.entry(event, People.ALICE).header("Idempotency-Key", "k")).status())
        .isEqualTo(202);
    assertThat(door.ask(door.entry(event, People.BOB).header("Idempotency-Key", "k")).status())
        .isEqualTo(202);
    assertThat(((SubmitEntry) sequencer.next(event).command()).userId()).isEqualTo(People.ALICE);
    assertThat(((SubmitEntry) sequencer.next(event).command()).userId()).isEqualTo(People.BOB);
  }

  @Test
  @Tag("O-43")
  void theSameKey_ofOnePersonForAnotherEvent_isAnotherRequest() {
    EventId first = event;
    show(Views.open(first));
    newEvent();
    show(Views.open(event));
    for (EventId entered : List.of(first, event)) {
      Answer answer = door.ask(door.entry(entered, People.ALICE).header("Idempotency-Key", "same"));
      Received entry = sequencer.next(entered);
      assertThat(answer.gist()).isEqualTo("202 queued");
      assertThat(answer.member("position")).isEqualTo(entry.position().toString());
      assertThat(entry.command().requestId().value()).isEqualTo("same");
    }
  }

  @Test
  void anEmptyObject_isAsGoodAsNoBody() {
    show(Views.open(event));
    var request =
        door.entry(event, People.ALICE)
            .header("Content-Type", "application/json; charset=utf-8")
            .POST(BodyPublishers.ofString(" {} "));
    assertThat(door.ask(request).gist()).isEqualTo("202 queued");
  }

  @Test
  void aFloodOfOnePerson_isRefused_andSaidHowLong() {
    show(Views.open(event));
    UserId greedy = new UserId("greedy");
    List<CompletableFuture<Answer>> flood =
        Stream.generate(() -> door.asking(door.entry(event, greedy))).limit(300).toList();
    List<Answer> limited =
        flood.stream().map(CompletableFuture::join).filter(a -> a.status() == 429).toList();
    assertThat(limited).isNotEmpty();
    assertThat(limited)
        .allSatisfy(
            answer -> {
              assertThat(answer.gist()).isEqualTo("429 rate_limited");
              assertThat(answer.header("Retry-After")).isEqualTo("1");
              assertThat(answer.header("RateLimit")).isEqualTo("\"person\";r=0;t=1");
              assertThat(answer.member("request_id")).isNotEmpty();
            });
    Answer patient = door.ask(door.entry(event, new UserId("patient")));
    assertThat(patient.status()).isEqualTo(202);
    assertThat(patient.header("RateLimit")).isEqualTo("\"person\";r=49;t=1");
    assertThat(patient.header("RateLimit-Policy"))
        .isEqualTo("\"person\";q=50;w=25, \"network\";q=2000;w=2");
  }

  @Test
  void whatHappened_isCounted() {
    show(Views.open(event));
    door.ask(door.entry(event, People.ALICE));
    String metrics = door.ask(door.to("/actuator/prometheus").GET()).response().body();
    assertThat(metrics).contains("nth_ingress_entries_total{", "outcome=\"queued\"");
  }
}
