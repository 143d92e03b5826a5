package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import nth.contract.EventId;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ITStart {

  private static final EventId EVENT = new EventId("start");

  @Test
  @Tag("O-12")
  void beforeTheTopicsExist_nothingIsAccepted_andNothingIsCreated() {
    try (RealBroker broker = RealParts.broker();
        Door door = Door.open(broker)) {
      assertThat(door.ask(door.entry(EVENT, People.ALICE)).gist()).isEqualTo("503 unavailable");
      assertThat(door.ready()).isFalse();

      OtherParty.createTopics(broker);

      await().atMost(OtherParty.LIMIT).until(door::ready);
      assertThat(door.ask(door.entry(EVENT, People.ALICE)).gist()).isEqualTo("404 event_not_found");
      try (OtherParty sequencer = new OtherParty(broker)) {
        sequencer.show(Views.open(EVENT));
      }
      assertThat(door.ask(door.entry(EVENT, People.ALICE)).gist()).isEqualTo("202 queued");
    }
  }
}
