package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
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
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;

/** Two instances on one log; the clock of one is two seconds fast, that of the other slow. */
class ITTwoDoors {

  private static final Duration SKEW = Duration.ofSeconds(2);

  private static RealBroker broker;
  private static OtherParty sequencer;
  private static List<Door> doors;

  @BeforeAll
  static void open() {
    broker = RealParts.broker();
    OtherParty.createTopics(broker);
    sequencer = new OtherParty(broker);
    doors = List.of(door(SKEW), door(SKEW.negated()));
    await().atMost(OtherParty.LIMIT).until(() -> doors.stream().allMatch(Door::ready));
  }

  @AfterAll
  static void close() {
    doors.forEach(Door::close);
    sequencer.close();
    broker.close();
  }

  private static Door door(Duration skew) {
    return Door.open(broker, context -> skewed(context, skew), "--nth.rate-limit.burst=100");
  }

  /** Its only clock is this bean. */
  private static void skewed(ConfigurableApplicationContext context, Duration skew) {
    BeanPostProcessor skewing =
        new BeanPostProcessor() {
          @Override
          public Object postProcessAfterInitialization(Object bean, String name) {
            return name.equals("ingressClock") ? Clock.offset((Clock) bean, skew) : bean;
          }
        };
    context.addBeanFactoryPostProcessor(beans -> beans.addBeanPostProcessor(skewing));
  }

  private static void show(PromotionView view) {
    sequencer.show(view);
    for (Door door : doors) {
      await()
          .atMost(OtherParty.LIMIT)
          .until(() -> door.part(Promotions.class).find(view.eventId()), Optional.of(view)::equals);
    }
  }

  @RepeatedTest(3)
  @Tag("O-45")
  void fiftyOfOneKeyAtOnce_areOneRequest_andGetOneAnswer(RepetitionInfo round) {
    EventId event = new EventId("fifty-" + round.getCurrentRepetition());
    show(Views.open(event));
    List<CompletableFuture<Answer>> answers =
        IntStream.range(0, 50).mapToObj(i -> persistent(doors.get(i % 2), event)).toList();

    Received first = sequencer.next(event);
    sequencer.commit(number(first, first));
    await().atMost(OtherParty.LIMIT).until(() -> repeated(event, first, answers));

    assertThat(answers.stream().map(CompletableFuture::join))
        .allSatisfy(
            answer -> {
              assertThat(answer.gist()).isEqualTo("200 decided");
              assertThat(answer.member("request_id")).isEqualTo("one");
              assertThat(answer.header("Idempotency-Key")).isEqualTo("one");
              assertThat(answer.body().path("seq").asLong()).isEqualTo(1);
              assertThat(answer.body().path("already").asBoolean()).isFalse();
            });
  }

  /** As its answer asks, it comes again when the door has no room; the key is the same. */
  private static CompletableFuture<Answer> persistent(Door door, EventId event) {
    var entry =
        door.entry(event, People.ALICE)
            .header("Idempotency-Key", "one")
            .header("Prefer", "wait=10");
    return door.asking(entry)
        .thenCompose(
            answer ->
                answer.status() == 503
                    ? persistent(door, event)
                    : CompletableFuture.completedFuture(answer));
  }

  /** Answers what has come meanwhile, and says whether everybody has been answered. */
  private static boolean repeated(
      EventId event, Received first, List<CompletableFuture<Answer>> answers) {
    sequencer.commit(
        sequencer.rest().stream()
            .filter(received -> received.command().eventId().equals(event))
            .map(received -> number(received, first))
            .toArray(Result[]::new));
    return answers.stream().allMatch(CompletableFuture::isDone);
  }

  /** As the sequencer answers the request that got the number, and every repetition of it. */
  private static Result.EntryNumbered number(Received entry, Received first) {
    SubmitEntry command = (SubmitEntry) entry.command();
    assertThat(command.requestId().value()).isEqualTo("one");
    return new Result.EntryNumbered(
        entry.origin().repeating(first.position()),
        command.userId(),
        new Seq(1),
        false,
        first.appended(),
        false);
  }

  @Test
  @Tag("O-55")
  void aroundTheOpening_bothSayTheSame_andTheLogDecides() {
    EventId open = new EventId("open");
    show(Views.open(open));
    // Of this they learn the broker's time.
    doors.forEach(door -> door.ask(door.entry(open, People.ALICE)));

    EventId far = new EventId("far");
    show(Views.defined(far, inSeconds(3_600), null, new Position(0, 0)));
    List<Answer> early = both(far);
    assertThat(early).allMatch(answer -> answer.gist().equals("425 not_started"));
    long apart = retryAfter(early.get(0)) - retryAfter(early.get(1));
    assertThat(Math.abs(apart)).isLessThanOrEqualTo(1);

    // Within the tolerance, whichever clock is asked.
    EventId near = new EventId("near");
    show(Views.defined(near, inSeconds(3), null, new Position(0, 0)));
    var waiting =
        doors.stream()
            .map(door -> door.asking(door.entry(near, People.BOB).header("Prefer", "wait=10")))
            .toList();
    for (int i = 0; i < 2; i++) {
      Received entry = sequencer.next(near);
      assertThat(entry.raw().timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
      sequencer.commit(
          new Result.Refused(
              entry.origin(), "submit_entry", People.BOB, RefusalReason.NOT_STARTED));
    }
    assertThat(waiting.stream().map(CompletableFuture::join))
        .allMatch(answer -> answer.gist().equals("425 not_started"));
  }

  /** O-55: the clocks do differ, and what they say stands beside the time that counts. */
  @Test
  @Tag("O-55")
  void theirClocks_standInTheirRequests_andDecideNothing() {
    EventId event = new EventId("clocks");
    show(Views.open(event));
    List<Duration> ahead =
        doors.stream()
            .map(
                door -> {
                  assertThat(door.ask(door.entry(event, new UserId("u"))).status()).isEqualTo(202);
                  Received entry = sequencer.next(event);
                  return Duration.between(entry.appended(), entry.command().requestedAt());
                })
            .toList();
    assertThat(ahead.get(0)).isPositive();
    assertThat(ahead.get(1)).isLessThanOrEqualTo(SKEW.negated());
  }

  private static List<Answer> both(EventId event) {
    return doors.stream().map(door -> door.ask(door.entry(event, People.BOB))).toList();
  }

  private static long retryAfter(Answer answer) {
    return Long.parseLong(answer.header("Retry-After"));
  }

  private static Instant inSeconds(long seconds) {
    return Instant.now().plusSeconds(seconds).truncatedTo(ChronoUnit.MILLIS);
  }
}
