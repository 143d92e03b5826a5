package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.BrokerWire;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.ingress.Door.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A broker that is not there at start, goes away, or hangs. */
@Tag("O-16")
@Tag("O-70")
class ITOutage {

  private static final EventId EVENT = new EventId("outage");
  private static final int CROWD = 500;

  /**
   * The door has 3 s: its waits are counted in ProducerOptionsTest. The rest is for a machine that
   * runs other tests beside, and sends and answers 500 requests at once in one JVM. Kafka's own
   * waits, were they left as they are, would be 60 s and 120 s.
   */
  private static final Duration BOUND = Duration.ofSeconds(10);

  private final Map<String, String> told = new HashMap<>();

  private record Timed(UserId user, Answer answer, Duration after) {}

  @Test
  void withoutABroker_everyRequestIsTurnedAwayInTime_truthfully_andServiceComesBackByItself() {
    try (RealBroker broker = RealParts.broker();
        BrokerWire wire = new BrokerWire(broker)) {
      OtherParty.createTopics(broker);
      try (OtherParty sequencer = new OtherParty(broker)) {
        sequencer.show(Views.open(EVENT));
      }
      broker.interrupt();
      try (Door door = Door.open(wire, "--nth.rate-limit.network.burst=100000")) {
        warmUp(door);
        assertThat(rush(door, "start")).containsOnly("503 unavailable");
        assertThat(door.ask(door.definition(EVENT, "{\"targets\":[1]}")).gist())
            .isEqualTo("503 unavailable");
        assertThat(door.ready()).isFalse();
        assertThat(told(door, "ingressReaders", "brokerReached").asBoolean(true)).isFalse();
        assertThat(told(door, "ingressPromotionsLag", "behind").toString()).isEqualTo("{}");
        broker.resume();
        serviceComesBack(door);
        await()
            .atMost(OtherParty.LIMIT)
            .until(() -> told(door, "ingressPromotionsLag", "behind").path("0").asLong(1) == 0);

        broker.interrupt();
        assertThat(rush(door, "gone")).isSubsetOf("503 unavailable", "503 outcome_unknown");
        broker.resume();
        serviceComesBack(door);

        wire.freeze();
        // The second crowd comes when the producer has given up what the first one left with it.
        assertThat(rush(door, "hangs")).isSubsetOf("503 unavailable", "503 outcome_unknown");
        assertThat(rush(door, "still")).isSubsetOf("503 unavailable", "503 outcome_unknown");
        assertThat(told(door, "ingressDoor", "in_flight").isNumber()).isTrue();
        assertThat(told(door, "ingressDoor", "limits").asString()).isEqualTo("memory");
        assertThat(told(door, "ingressPromotionsLag", "behind").path("0").asLong(1)).isZero();
        wire.heal();
        serviceComesBack(door);
      }
      assertTrueOfTheLog(broker);
    }
  }

  /** Connections are made and classes compiled: what is measured later is the wait. */
  private static void warmUp(Door door) {
    List<CompletableFuture<Answer>> strangers =
        IntStream.range(0, CROWD)
            .mapToObj(i -> door.asking(door.entry(EVENT, new UserId("x")).header("Accept", "x/y")))
            .toList();
    assertThat(strangers.stream().map(CompletableFuture::join).map(Answer::status))
        .containsOnly(406);
  }

  /** Many at once; returns the different answers they got, and health meanwhile is asked too. */
  private Set<String> rush(Door door, String name) {
    List<CompletableFuture<Timed>> crowd =
        IntStream.range(0, CROWD)
            .mapToObj(i -> entering(door, new UserId(name + "-" + i)))
            .toList();
    assertThat(door.ask(door.to("/actuator/health/liveness").GET()).status()).isEqualTo(200);
    assertThat(door.ask(door.to("/actuator/health/readiness").GET()).status()).isIn(200, 503);
    List<Timed> answers = crowd.stream().map(CompletableFuture::join).toList();
    assertThat(answers)
        .allSatisfy(
            timed -> {
              assertThat(timed.after()).isLessThan(BOUND);
              assertThat(retryAfter(timed)).isBetween(1, 5);
            });
    assertThat(answers.stream().map(ITOutage::retryAfter).distinct().count())
        .as("different Retry-After")
        .isGreaterThan(2);
    answers.forEach(timed -> told.put(timed.user().value(), timed.answer().gist()));
    return answers.stream().map(timed -> timed.answer().gist()).collect(Collectors.toSet());
  }

  /** One figure of what an operator is told. */
  private static JsonNode told(Door door, String part, String figure) {
    JsonNode parts = door.ask(door.to("/actuator/health/operator").GET()).body().path("components");
    return parts.path(part).path("details").path(figure);
  }

  private static int retryAfter(Timed timed) {
    return Integer.parseInt(timed.answer().header("Retry-After"));
  }

  private static CompletableFuture<Timed> entering(Door door, UserId user) {
    long since = System.nanoTime();
    return door.asking(door.entry(EVENT, user))
        .thenApply(answer -> new Timed(user, answer, Duration.ofNanos(System.nanoTime() - since)));
  }

  private static void serviceComesBack(Door door) {
    await().atMost(OtherParty.LIMIT).until(door::ready);
    await()
        .atMost(OtherParty.LIMIT)
        .until(() -> door.ask(door.entry(EVENT, People.ALICE)).status() == 202);
  }

  /** The door is closed: nothing comes to the log any more. */
  private void assertTrueOfTheLog(RealBroker broker) {
    try (OtherParty sequencer = new OtherParty(broker)) {
      assertThat(sequencer.rest())
          .extracting(received -> ((SubmitEntry) received.command()).userId())
          .isNotEmpty()
          .allMatch(user -> user.equals(People.ALICE) || mayBeThere(user));
    }
  }

  private boolean mayBeThere(UserId user) {
    return "503 outcome_unknown".equals(told.get(user.value()));
  }
}
