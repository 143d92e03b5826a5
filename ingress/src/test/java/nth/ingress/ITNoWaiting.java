package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.Position;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.BlockedThreads;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import nth.ingress.Door.Answer;
import nth.ingress.OtherParty.Received;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.core.scheduler.Schedulers;

/** No thread that serves many waits for anything, whichever way a request takes. */
@Tag("O-16")
class ITNoWaiting extends RunningIngress {

  private static final int CROWD = 60;

  ITNoWaiting() {
    super(
        "--nth.rate-limit.network.burst=100000", "--nth.cors.allowed-origins=https://shop.example");
    BlockedThreads.watch();
  }

  @AfterEach
  void nobodyWaited() {
    assertThat(String.join("\n", BlockedThreads.seen())).isEmpty();
  }

  private void all(String gist, IntFunction<HttpRequest.Builder> requests) {
    List<CompletableFuture<Answer>> answers =
        IntStream.range(0, CROWD).mapToObj(i -> door.asking(requests.apply(i))).toList();
    assertThat(answers.stream().map(CompletableFuture::join))
        .allSatisfy(answer -> assertThat(answer.gist()).isEqualTo(gist));
  }

  private static UserId guest(int i) {
    return new UserId("guest-" + i);
  }

  @Test
  void oneWhoWaits_isSeen() {
    BlockedThreads.waitOn(
        door.part(ReactorResourceFactory.class).getLoopResources().onServer(true).next());
    BlockedThreads.waitOn(Schedulers.parallel()::schedule);
    assertThat(BlockedThreads.seen()).hasSize(2).allMatch(seen -> seen.contains("Unsafe#park"));
  }

  @Test
  void queuedEntries() {
    show(Views.open(event));
    all("202 queued", i -> door.entry(event, guest(i)));
    all("202 queued", i -> door.entry(event, guest(i)).header("Idempotency-Key", "k"));
  }

  @Test
  void entriesThatWait() {
    show(Views.open(event));
    List<CompletableFuture<Answer>> answers =
        IntStream.range(0, CROWD)
            .mapToObj(i -> door.asking(door.entry(event, guest(i)).header("Prefer", "wait=10")))
            .toList();
    for (int i = 0; i < CROWD; i++) {
      Received entry = sequencer.next(event);
      sequencer.commit(
          i % 2 == 0 ? numbered(entry, i + 1) : refused(entry, RefusalReason.NOT_STARTED));
    }
    assertThat(answers.stream().map(CompletableFuture::join).map(Answer::status))
        .containsOnly(200, 425);
    assertThat(door.ask(door.entry(event, People.BOB).header("Prefer", "wait=1")).gist())
        .isEqualTo("202 queued");
  }

  @Test
  void refusedEntries() {
    all("404 event_not_found", i -> door.entry(event, guest(i)));
    show(Views.closed(event, new Position(0, 0)));
    all("409 closed", i -> door.entry(event, guest(i)));
    newEvent();
    Instant opening = Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
    show(Views.open(event));
    door.ask(door.entry(event, People.ALICE)); // Of this it learns the broker's time.
    show(Views.defined(event, opening, null, new Position(0, 0)));
    all("425 not_started", i -> door.entry(event, guest(i)));
  }

  @Test
  void limitedEntries() {
    show(Views.open(event));
    List<CompletableFuture<Answer>> flood =
        IntStream.range(0, 300)
            .mapToObj(i -> door.asking(door.entry(event, new UserId("greedy"))))
            .toList();
    assertThat(flood.stream().map(CompletableFuture::join).map(Answer::status)).contains(429);
  }

  @Test
  void malformedRequests() {
    all(
        "400 invalid_event_id",
        i -> door.to("/events/UPPER/entries").POST(BodyPublishers.noBody()));
    var nobody = door.to("/events/e/entries").POST(BodyPublishers.noBody());
    assertThat(door.ask(nobody).gist()).isEqualTo("401 user_required");
    all(
        "400 invalid_idempotency_key",
        i -> door.entry(event, guest(i)).header("Idempotency-Key", "a\"b"));
    all("400 invalid_body", i -> json(door.entry(event, guest(1_000 + i)), "[[["));
    all("413 body_too_large", i -> json(door.entry(event, guest(2_000 + i)), " ".repeat(20_000)));
    all("404 not_found", i -> door.to("/nothing/here").GET());
    all("405 method_not_allowed", i -> door.to("/events/e/entries").DELETE());
    all("400 invalid_definition", i -> door.definition(event, "{\"targets\":[0]}"));
  }

  private static HttpRequest.Builder json(HttpRequest.Builder entry, String body) {
    return entry.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
  }

  @Test
  void adminCalls() {
    var defining = door.asking(door.definition(event, "{\"targets\":[7]}"));
    Received defined = sequencer.next(event);
    var definition =
        new Definition(Samples.targets(7), defined.appended(), null, true, CountMode.COARSE);
    sequencer.commit(new Result.PromotionDefined(defined.origin(), definition));
    sequencer.show(Views.defined(event, defined.appended(), null, defined.position()));
    assertThat(defining.join().status()).isEqualTo(201);

    var closing = door.asking(door.closing(event));
    Received closed = sequencer.next(event);
    sequencer.commit(refused(closed, RefusalReason.EVENT_NOT_FOUND));
    assertThat(closing.join().gist()).isEqualTo("404 event_not_found");
    assertThat(door.ask(door.closing(event).header("Authorization", "Bearer x")).status())
        .isEqualTo(401);
  }

  @Test
  void whatOthersAsk() {
    for (String path : List.of("health", "health/liveness", "health/readiness", "prometheus")) {
      List<CompletableFuture<Answer>> answers =
          IntStream.range(0, CROWD)
              .mapToObj(i -> door.asking(door.to("/actuator/" + path).GET()))
              .toList();
      assertThat(answers.stream().map(CompletableFuture::join).map(Answer::status))
          .containsOnly(200);
    }
    var preflight =
        door.to("/events/e/entries")
            .method("OPTIONS", BodyPublishers.noBody())
            .header("Origin", "https://shop.example")
            .header("Access-Control-Request-Method", "POST");
    assertThat(door.ask(preflight).status()).isEqualTo(200);
  }

  @Test
  void theBrokerIsAway() {
    show(Views.open(event));
    broker.interrupt();
    try {
      List<CompletableFuture<Answer>> answers =
          IntStream.range(0, 2 * CROWD)
              .mapToObj(
                  i ->
                      door.asking(
                          i % 2 == 0
                              ? door.entry(event, guest(i))
                              : door.entry(event, guest(i)).header("Prefer", "wait=1")))
              .toList();
      var unknown = door.asking(door.entry(Samples.EVENT, People.BOB));
      var defining = door.asking(door.definition(event, "{\"targets\":[1]}"));
      assertThat(door.ask(door.to("/actuator/health").GET()).status()).isIn(200, 503);
      assertThat(answers.stream().map(CompletableFuture::join).map(Answer::status))
          .containsOnly(503);
      assertThat(unknown.join().status()).isEqualTo(503);
      assertThat(defining.join().status()).isEqualTo(503);
    } finally {
      broker.resume();
    }
    await().atMost(Duration.ofSeconds(60)).until(door::ready);
  }
}
