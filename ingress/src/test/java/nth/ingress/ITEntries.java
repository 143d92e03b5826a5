package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.ingress.Door.Answer;
import nth.ingress.OtherParty.Received;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ITEntries {

  private static RealBroker broker;
  private static OtherParty sequencer;
  private static Door door;

  private EventId event;

  @BeforeAll
  static void open() {
    broker = RealParts.broker();
    OtherParty.createTopics(broker);
    sequencer = new OtherParty(broker);
    door = Door.open(broker, "--nth.rate-limit.burst=50");
    await().atMost(OtherParty.LIMIT).until(door::ready);
  }

  @AfterAll
  static void close() {
    door.close();
    sequencer.close();
    broker.close();
  }

  @BeforeEach
  void newEvent() {
    event = new EventId("event-" + UUID.randomUUID());
  }

  private void show(PromotionView view) {
    sequencer.show(view);
    await()
        .atMost(OtherParty.LIMIT)
        .until(() -> door.part(Promotions.class).find(event).equals(Optional.of(view)));
  }

  private static Result.EntryNumbered numbered(Received entry, long seq) {
    var command = (SubmitEntry) entry.command();
    return new Result.EntryNumbered(
        entry.origin(), command.userId(), new Seq(seq), false, entry.appended(), false);
  }

  private static Result.Refused refused(Received entry, RefusalReason reason) {
    var command = (SubmitEntry) entry.command();
    return new Result.Refused(entry.origin(), command.type(), command.userId(), reason);
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

  private static List<Received> commandsOf(EventId event) {
    return sequencer.rest().stream().filter(r -> r.command().eventId().equals(event)).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          path            | user  | key     | type             | body       | answer
          /events/UPPER   | alice | k       | -                | -          | 400 invalid_event_id
          /events/e%20e   | alice | k       | -                | -          | 400 invalid_event_id
          /events/UPPER   | -     | k       | -                | -          | 400 invalid_event_id
          /events/e       | -     | k       | -                | -          | 401 user_required
          /events/e       | -     | a"b     | -                | -          | 401 user_required
          /events/e       | a b   | k       | -                | -          | 400 invalid_user
          /events/e       | alice | a"b     | -                | -          | 400 invalid_idempotency_key
          /events/e       | alice | a"b     | application/json | [          | 400 invalid_idempotency_key
          /events/e       | alice | k       | application/json | {"a":1}    | 400 invalid_body
          /events/e       | alice | k       | application/json | []         | 400 invalid_body
          /events/e       | alice | k       | application/json | {}{}       | 400 invalid_body
          /events/e       | alice | k       | application/json | null       | 400 invalid_body
          /events/e       | alice | k       | text/plain       | {}         | 415 unsupported_media_type
          /events/e       | alice | k       | -                | {}         | 415 unsupported_media_type
          /events/e       | alice | k       | nonsense         | {}         | 415 unsupported_media_type
          """,
      useHeadersInDisplayName = true)
  void whatIsWrong_isSaidInOrder_andNothingIsWritten(
      String path, String user, String key, String type, String body, String answer) {
    sequencer.rest();
    var request =
        door.to(path + "/entries")
            .POST(body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("Idempotency-Key", key);
    Stream.of(new String[] {"X-User-Id", user}, new String[] {"Content-Type", type})
        .filter(header -> header[1] != null)
        .forEach(header -> request.header(header[0], header[1]));

    Answer told = door.ask(request);

    assertThat(told.gist()).isEqualTo(answer);
    assertThat(told.member("request_id")).isEqualTo(told.header("Idempotency-Key")).isNotEmpty();
    assertThat(told.member("correlation_id")).isEqualTo(told.header("X-Correlation-Id"));
    if (key.equals("k")) {
      assertThat(told.member("request_id")).isEqualTo("k");
    }
    assertThat(sequencer.rest()).isEmpty();
  }

  @Test
  void aBodyThatIsTooLarge_isRefused() {
    var request =
        door.entry(event, People.ALICE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(" ".repeat(20_000) + "{}"));
    assertThat(door.ask(request).gist()).isEqualTo("413 body_too_large");
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
  void twoUserHeaders_areRefused() {
    var request = door.entry(event, People.ALICE).header("X-User-Id", "bob");
    assertThat(door.ask(request).gist()).isEqualTo("400 invalid_user");
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
              assertThat(answer.member("request_id")).isNotEmpty();
            });
    assertThat(door.ask(door.entry(event, new UserId("patient"))).status()).isEqualTo(202);
  }

  @Test
  void whatHappened_isCounted() {
    show(Views.open(event));
    door.ask(door.entry(event, People.ALICE));
    String metrics = door.ask(door.to("/actuator/prometheus").GET()).response().body();
    assertThat(metrics).contains("nth_ingress_entries_total{", "outcome=\"queued\"");
  }
}
