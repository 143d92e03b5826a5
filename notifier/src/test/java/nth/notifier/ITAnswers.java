package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import nth.contract.CountMode;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.notifier.Instance.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** What those who ask are told. */
class ITAnswers {

  private static ResultLog log;
  private static Instance instance;
  private final Story story = log.story();
  private final EventId event = story.eventId();

  @BeforeAll
  static void start() {
    log = new ResultLog(3);
    instance = Instance.ready(log, Instance.freshFolder());
  }

  @AfterAll
  static void stop() {
    instance.close();
    log.close();
  }

  private void commit(Result... results) {
    log.commit(results);
    Position last = results[results.length - 1].origin().position();
    ResultBoard board = instance.bean(ResultBoard.class);
    Instance.until(() -> board.progress(last.partition()).decided() >= last.offset());
  }

  private Answer meAt(UserId user, Position position) {
    return meAt(user, position.toString());
  }

  private Answer meAt(UserId user, String position) {
    return instance.get(
        "/events/" + event + "/entries/me?position=" + position, "X-User-Id", user.value());
  }

  @Test
  void promotion_isShownToEverybody_withMaskedWinners_andMayBeCachedForASecond() {
    Result.PromotionDefined defined = story.defined(CountMode.LIVE, 1, 9);
    commit(defined, story.numbered(new UserId("jonathan")));

    Answer answer = instance.promotion(event);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Cache-Control")).isEqualTo("max-age=1, public");
    assertThat(answer.json().get("phase").asString()).isEqualTo("open");
    assertThat(answer.json().get("entries").asInt()).isEqualTo(1);
    assertThat(answer.json().get("winners").toString())
        .isEqualTo("[{\"seq\":1,\"user\":\"jo***\"}]");
    assertThat(answer.json().get("total_entries").isNull()).isTrue();
  }

  @RepeatedTest(20)
  void promotionJustDefined_isFound_byTheFirstQuestion() {
    log.commit(story.defined(CountMode.LIVE, 9));

    assertThat(instance.promotion(event).status()).isEqualTo(200);
  }

  @Test
  void hiddenCount_isToldOnceClosed() {
    commit(story.defined(CountMode.HIDDEN, 9), story.numbered(People.ALICE));
    assertThat(instance.promotion(event).json().get("entries").isNull()).isTrue();

    commit(story.closed());
    assertThat(instance.promotion(event).json().get("entries").asInt()).isEqualTo(1);
    assertThat(instance.promotion(event).json().get("total_entries").asInt()).isEqualTo(1);
    assertThat(instance.promotion(event).json().get("cause").asString()).isEqualTo("manual");
  }

  @Test
  void coarseCount_isExact_atTheTarget() {
    commit(story.defined(CountMode.COARSE, 10));
    commit(People.crowd(9).stream().map(story::numbered).toArray(Result[]::new));
    assertThat(instance.promotion(event).json().get("entries").asInt()).isEqualTo(9);
    commit(story.numbered(People.ALICE));
    assertThat(instance.promotion(event).json().get("entries").asInt()).isEqualTo(10);
  }

  @Test
  void number_answersAlways_withTheOriginalRequest() {
    commit(story.defined(CountMode.LIVE, 1));
    Result.EntryNumbered number = story.numbered(People.BOB);
    commit(number, story.closedBy(number));
    commit(story.again(number));

    Answer me = instance.me(event, People.BOB);
    assertThat(me.status()).isEqualTo(200);
    assertThat(me.header("Cache-Control")).isEqualTo("no-store");
    assertThat(me.header("Vary")).contains("X-User-Id, Authorization, Cookie");
    assertThat(me.json().get("status").asString()).isEqualTo("decided");
    assertThat(me.json().get("request_id").asString())
        .isEqualTo(number.origin().requestId().value());
    assertThat(me.json().get("position").asString())
        .isEqualTo(number.origin().position().toString());
    assertThat(me.json().get("winner").asBoolean()).isTrue();
    assertThat(me.json().get("already").asBoolean()).isFalse();
    assertThat(meAt(People.BOB, story.position(999_999)).json()).isEqualTo(me.json());
  }

  @Test
  void withoutPosition_nobodyKnown_isProcessing_andOnceClosedNotEntered() {
    commit(story.defined(CountMode.LIVE, 5));
    Answer open = instance.me(event, People.ALICE);
    assertThat(open.status()).isEqualTo(202);
    assertThat(open.header("Retry-After")).isEqualTo("1");
    assertThat(open.whole().body()).isEqualTo("{\"status\":\"processing\"}");

    commit(story.closed());
    Answer closed = instance.me(event, People.ALICE);
    assertThat(closed.status()).isEqualTo(404);
    assertThat(closed.code()).isEqualTo("not_entered");
    assertThat(closed.header("Cache-Control")).isEqualTo("no-store");
    assertThat(closed.header("Vary")).contains("X-User-Id");
  }

  @Test
  void withoutPosition_theLatestRefusal_isTheAnswer() {
    commit(story.defined(CountMode.LIVE, 5));
    commit(story.refused(People.ALICE, RefusalReason.NOT_STARTED));

    Answer me = instance.me(event, People.ALICE);
    assertThat(me.status()).isEqualTo(200);
    assertThat(me.json().get("status").asString()).isEqualTo("refused");
    assertThat(me.json().get("reason").asString()).isEqualTo("not_started");
  }

  @Test
  void position_notPassedYet_isProcessing_withThoseAhead() {
    commit(story.defined(CountMode.LIVE, 5));
    Position next = story.next();

    assertThat(meAt(People.ALICE, next).status()).isEqualTo(202);
    assertThat(meAt(People.ALICE, next).whole().body())
        .isEqualTo("{\"status\":\"processing\",\"ahead\":0}");
    assertThat(meAt(People.ALICE, story.position(next.offset() + 4)).json().get("ahead").asInt())
        .isEqualTo(4);
  }

  @Test
  void position_passed_isAnswered_andRefusalsBelowItAreIgnored() {
    commit(story.defined(CountMode.LIVE, 5));
    Result.Refused early = story.refused(People.ALICE, RefusalReason.NOT_STARTED);
    commit(early);
    Position later = story.next();

    assertThat(meAt(People.ALICE, early.origin().position()).json().get("reason").asString())
        .isEqualTo("not_started");
    assertThat(meAt(People.ALICE, later).status()).isEqualTo(202);
    commit(story.refused(People.BOB, RefusalReason.CLOSED));
    assertThat(meAt(People.ALICE, later).status()).isEqualTo(404);
    assertThat(meAt(People.ALICE, later).code()).isEqualTo("not_entered");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "0-", "-1", "0-01", "0-1x", "0-9999999999999999999", "99-0"})
  void malformedPosition_isRefused(String position) {
    assertThat(meAt(People.ALICE, position).status()).isEqualTo(400);
    assertThat(meAt(People.ALICE, position).code()).isEqualTo("invalid_position");
  }

  @Test
  void position_ofAnotherPartition_isRefused() {
    int other = (story.next().partition() + 1) % 3;
    assertThat(meAt(People.ALICE, other + "-0").code()).isEqualTo("invalid_position");
  }

  @Test
  void retiredPromotion_stillTellsItsEnd_andNobodysNumber() {
    commit(story.defined(CountMode.LIVE, 2));
    Result.EntryNumbered number = story.numbered(People.BOB);
    commit(number, story.closed());
    Answer before = instance.promotion(event);
    commit(story.retired());

    for (Answer me :
        List.of(
            instance.me(event, People.BOB),
            instance.me(event, People.ALICE),
            meAt(People.BOB, number.origin().position()),
            meAt(People.ALICE, story.position(999_999)),
            instance.call("GET", "/events/" + event + "/entries/me/stream", "X-User-Id", "bob"))) {
      assertThat(me.status()).isEqualTo(410);
      assertThat(me.code()).isEqualTo("retired");
      assertThat(me.header("Cache-Control")).isEqualTo("no-store");
    }
    Answer state = instance.promotion(event);
    assertThat(state.status()).isEqualTo(200);
    for (String member : List.of("phase", "closed_at", "total_entries", "winners", "entries")) {
      assertThat(state.json().get(member)).as(member).isEqualTo(before.json().get(member));
    }
    assertThat(state.json().get("phase").asString()).isEqualTo("closed");
  }

  @Test
  void unknownPromotion_isNotFound() {
    assertThat(instance.promotion(event).code()).isEqualTo("event_not_found");
    assertThat(instance.promotion(event).header("Cache-Control")).isEqualTo("no-store");
    assertThat(instance.me(event, People.ALICE).code()).isEqualTo("event_not_found");
    assertThat(instance.get("/events/UPPER").code()).isEqualTo("invalid_event_id");
    assertThat(instance.get("/events/" + event + "/entries/me").status()).isEqualTo(401);
    assertThat(instance.get("/nothing").code()).isEqualTo("not_found");
  }

  @Test
  void head_answersLikeGet_withoutABody() {
    commit(story.defined(CountMode.LIVE, 5));
    Answer head = instance.call("HEAD", "/events/" + event);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.whole().body()).isEmpty();
    String me = "/events/" + event + "/entries/me";
    assertThat(instance.call("HEAD", me, "X-User-Id", "alice").status()).isEqualTo(202);
    assertThat(instance.call("HEAD", me + "/stream", "X-User-Id", "alice").status()).isEqualTo(200);
  }

  @Test
  void denial_isNotWorded_onAThreadThatReadsTheLogOrTalksToTheBroker() {
    Mono<String> thread =
        instance
            .bean(Denial.class)
            .surely(new EventId("nothing"), Mono.<String>error(Answers::eventNotFound))
            .onErrorResume(denial -> Mono.fromSupplier(() -> Thread.currentThread().getName()));

    assertThat(thread.block(Instance.LIMIT)).startsWith("parallel-");
  }
}
