package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.ingress.Door.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("O-16")
@Tag("O-70")
class ITOutage {

  private static final EventId EVENT = new EventId("outage");

  @Test
  void withoutABroker_everyRequestIsTurnedAway_andServiceComesBackByItself() {
    try (RealBroker broker = RealParts.broker()) {
      OtherParty.createTopics(broker);
      try (OtherParty sequencer = new OtherParty(broker)) {
        sequencer.show(Views.open(EVENT));
      }
      broker.interrupt();
      try (Door door = Door.open(broker)) {
        thereIsNoBrokerAtStart(door);
        broker.resume();
        serviceComesBack(door);
        broker.interrupt();
        theBrokerGoesAway(door);
        broker.resume();
        serviceComesBack(door);
      }
    }
  }

  private static void thereIsNoBrokerAtStart(Door door) {
    assertThat(door.ask(door.entry(EVENT, People.ALICE)).gist()).isEqualTo("503 unavailable");
    assertThat(door.ask(door.definition(EVENT, "{\"targets\":[1]}")).gist())
        .isEqualTo("503 unavailable");
    assertThat(door.ask(door.to("/actuator/health/liveness").GET()).status()).isEqualTo(200);
    assertThat(door.ready()).isFalse();
  }

  private static void theBrokerGoesAway(Door door) {
    List<CompletableFuture<Answer>> flood =
        IntStream.range(0, 500)
            .mapToObj(i -> door.asking(door.entry(EVENT, new UserId("flood-" + i))))
            .toList();
    assertThat(door.ask(door.to("/actuator/health/liveness").GET()).status()).isEqualTo(200);
    assertThat(flood.stream().map(CompletableFuture::join))
        .allSatisfy(
            answer -> {
              assertThat(answer.gist()).isIn("503 unavailable", "503 outcome_unknown");
              assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 5);
            });
  }

  private static void serviceComesBack(Door door) {
    await().atMost(OtherParty.LIMIT).until(door::ready);
    await()
        .atMost(OtherParty.LIMIT)
        .until(() -> door.ask(door.entry(EVENT, People.ALICE)).status() == 202);
  }
}
