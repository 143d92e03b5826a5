package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import nth.app.TopicWatch;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.ingress.Door.Answer;
import nth.ingress.OtherParty.Received;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is answered, and what is let be, while the readers are not yet where they must be. */
class ITSlowReaders {

  private static final EventId EVENT = new EventId("slow");

  private RealBroker broker;
  private OtherParty sequencer;

  @BeforeEach
  void start() {
    broker = RealParts.broker();
    OtherParty.createTopics(broker);
    sequencer = new OtherParty(broker);
  }

  @AfterEach
  void stop() {
    sequencer.close();
    broker.close();
  }

  private static boolean sound(Door door) {
    return door.part(TopicWatch.class).sound();
  }

  @Test
  void anOldViewThatWasDue_isNotClosedAgain_whileTheViewsAreRead() {
    Instant past = Instant.EPOCH.plusSeconds(1);
    sequencer.show(Views.defined(EVENT, Instant.EPOCH, past, new Position(0, 0)));
    sequencer.show(Views.closed(EVENT, new Position(0, 1)));
    Gate.Keeper gate = Gate.closeBehindTheFirst("ingress-promotions");
    try (Door door = Door.open(broker, Gate.SETTING, "--spring.kafka.consumer.max-poll-records=1");
        gate) {
      await()
          .atMost(OtherParty.LIMIT)
          .until(() -> door.part(Promotions.class).find(EVENT).isPresent() && sound(door));
      assertThat(door.ready()).isFalse();

      List<Received> closings = new ArrayList<>();
      await()
          .during(Duration.ofSeconds(2))
          .atMost(OtherParty.LIMIT)
          .until(() -> !closings.addAll(sequencer.rest()) && closings.isEmpty());

      gate.open();
      await().atMost(OtherParty.LIMIT).until(door::ready);
      assertThat(sequencer.rest()).isEmpty();
    }
  }

  @Test
  void whileResultsCannotBeSeen_nobodyWaits_andNobodyIsToldThatTheyDid() {
    sequencer.show(Views.open(EVENT));
    Gate.Keeper gate = Gate.close("ingress-results");
    try (Door door = Door.open(broker, Gate.SETTING);
        gate) {
      await()
          .atMost(OtherParty.LIMIT)
          .until(() -> door.ask(door.entry(EVENT, People.ALICE)).gist().equals("202 queued"));
      assertThat(door.ready()).isFalse();

      Answer answer = door.ask(door.entry(EVENT, People.BOB).header("Prefer", "wait=10"));
      assertThat(answer.gist()).isEqualTo("202 queued");
      assertThat(answer.header("Preference-Applied")).isEmpty();
      assertThat(door.ask(door.definition(EVENT, "{\"targets\":[1]}")).gist())
          .isEqualTo("503 unavailable");
      gate.open();
      await().atMost(OtherParty.LIMIT).until(door::ready);
    }
  }
}
