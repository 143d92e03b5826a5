package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.Definition;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.ingress.Door.Answer;
import nth.ingress.OtherParty.Received;
import org.junit.jupiter.api.Test;

class ITPromotions extends RunningIngress {

  private static final String BODY =
      "{\"targets\":[2,1000],\"opens_at\":\"2027-03-28T12:00:00+02:00\",\"count\":\"live\"}";

  private static Result.PromotionDefined defined(Received received) {
    Definition sent = ((DefinePromotion) received.command()).definition();
    return new Result.PromotionDefined(received.origin(), sent.openingAt(opening(sent)));
  }

  private static Instant opening(Definition sent) {
    return sent.opensAt() == null ? Instant.EPOCH : sent.opensAt();
  }

  private static PromotionView view(Received received) {
    Definition sent = ((DefinePromotion) received.command()).definition();
    return new PromotionView(
        received.command().eventId(),
        sent,
        opening(sent),
        PromotionView.Phase.DEFINED,
        List.of(),
        received.position(),
        null,
        null,
        null,
        null,
        null);
  }

  @Test
  void aDefinition_isAnswered_whenItIsDecidedAndShownHere() {
    var answer = door.asking(door.definition(event, BODY).header("Idempotency-Key", "d"));
    Received received = sequencer.next(event);
    sequencer.commit(defined(received));
    assertThat(answer).isNotDone();
    sequencer.show(view(received));

    Answer told = answer.join();
    assertThat(told.status()).isEqualTo(201);
    assertThat(told.member("event_id")).isEqualTo(event.value());
    assertThat(told.member("opens_at")).isEqualTo("2027-03-28T10:00:00.000Z");
    assertThat(told.body().path("entries").asLong(-1)).isZero();
    assertThat(told.body().path("targets").toString()).isEqualTo("[2,1000]");
    assertThat(received.command().requestId().value()).isEqualTo("d");
    assertThat(told.header("Idempotency-Key")).isEqualTo("d");
  }

  @Test
  void theSameDefinitionAgain_isUnchanged() {
    var first = door.asking(door.definition(event, BODY));
    Received original = sequencer.next(event);
    sequencer.commit(defined(original));
    sequencer.show(view(original));
    assertThat(first.join().status()).isEqualTo(201);

    var again = door.asking(door.definition(event, BODY));
    Received repeated = sequencer.next(event);
    sequencer.commit(
        new Result.PromotionDefined(
            repeated.origin().repeating(original.position()), defined(repeated).definition()));
    Answer told = again.join();
    assertThat(told.status()).isEqualTo(200);
    assertThat(told.body().path("entries").isNull()).isTrue();
  }

  @Test
  void aRunningPromotion_isShownToWhoWouldRedefineIt() {
    sequencer.show(Views.closed(event, new Position(0, 0)));
    var answer = door.asking(door.definition(event, BODY));
    Received received = sequencer.next(event);
    sequencer.commit(refused(received, RefusalReason.ALREADY_RUNNING));
    Answer told = answer.join();
    assertThat(told.gist()).isEqualTo("409 already_running");
    assertThat(told.body().path("current").path("phase").asString()).isEqualTo("closed");
    assertThat(told.body().path("current").path("entries").asLong()).isEqualTo(7);
  }

  @Test
  void timesThatCannotBe_areAnInvalidDefinition() {
    var answer = door.asking(door.definition(event, BODY));
    sequencer.commit(refused(sequencer.next(event), RefusalReason.INVALID_TIMES));
    assertThat(answer.join().gist()).isEqualTo("400 invalid_definition");
  }

  @Test
  void withoutAResult_theOutcomeIsUnknown_andTheCommandIsInTheLog() {
    Answer answer = door.ask(door.definition(event, BODY));
    assertThat(answer.gist()).isEqualTo("503 outcome_unknown");
    assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 5);
    assertThat(answer.member("request_id")).isNotEmpty();
    assertThat(sequencer.next(event).command()).isInstanceOf(DefinePromotion.class);
  }

  @Test
  void aClosing_isAnswered_whenItIsDecidedAndShownHere() {
    sequencer.show(Views.open(event));
    var answer = door.asking(door.closing(event));
    Received received = sequencer.next(event);
    assertThat(((ClosePromotion) received.command()).cause()).isEqualTo(CloseCause.MANUAL);
    sequencer.commit(
        new Result.PromotionClosed(received.origin(), CloseCause.MANUAL, 7, List.of()));
    sequencer.show(Views.closed(event, received.position()));

    Answer told = answer.join();
    assertThat(told.status()).isEqualTo(200);
    assertThat(told.member("phase")).isEqualTo("closed");
    assertThat(told.body().path("total_entries").asLong()).isEqualTo(7);
  }

  @Test
  void closingWhatNobodyDefined_isNotFound() {
    var answer = door.asking(door.closing(event));
    sequencer.commit(refused(sequencer.next(event), RefusalReason.EVENT_NOT_FOUND));
    assertThat(answer.join().gist()).isEqualTo("404 event_not_found");
  }

  @Test
  void withoutTheToken_nothingIsWritten() {
    sequencer.rest();
    var put = BodyPublishers.ofString(BODY);
    Answer defined =
        door.ask(door.to("/events/" + event).header("Content-Type", "application/json").PUT(put));
    Answer closed =
        door.ask(
            door.to("/events/" + event + "/close")
                .header("Authorization", "Bearer wrong")
                .POST(BodyPublishers.noBody()));
    assertThat(defined.gist()).isEqualTo("401 admin_required");
    assertThat(closed.gist()).isEqualTo("401 admin_required");
    assertThat(closed.header("WWW-Authenticate")).startsWith("Bearer");
    assertThat(sequencer.rest()).isEmpty();
  }

  @Test
  void aBodyThatIsNoDefinition_isRefused_andNothingIsWritten() {
    sequencer.rest();
    assertThat(door.ask(door.definition(event, "{\"targets\":[\"10\"]}")).gist())
        .isEqualTo("400 invalid_definition");
    assertThat(door.ask(door.definition(event, "")).gist()).isEqualTo("400 invalid_definition");
    assertThat(sequencer.rest()).isEmpty();
  }

  @Test
  void aClosingTimeThatHasPassed_isToldToTheLog_againUntilItIsDecided() {
    Instant past = Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
    sequencer.show(Views.defined(event, Instant.EPOCH, past, new Position(0, 0)));
    for (int i = 0; i < 2; i++) {
      assertThat(((ClosePromotion) sequencer.next(event).command()).cause())
          .isEqualTo(CloseCause.DUE);
    }
    sequencer.show(Views.closed(event, new Position(0, 1)));
  }

  @Test
  void whatIsNotHere_isAProblemToo() {
    Answer nowhere = door.ask(door.to("/nowhere").GET());
    assertThat(nowhere.gist()).isEqualTo("404 not_found");
    Answer wrongMethod = door.ask(door.to("/events/" + event).GET());
    assertThat(wrongMethod.gist()).isEqualTo("405 method_not_allowed");
    assertThat(wrongMethod.header("Content-Type")).isEqualTo("application/problem+json");
  }
}
