package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.ingress.Door.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("O-17")
class ITShutdown {

  private static final EventId EVENT = new EventId("shutdown");
  private static final int CLIENTS = 20;

  @Test
  void whatWasAnswered202_isInTheLog_thoughTheDoorClosesMeanwhile() throws InterruptedException {
    try (RealBroker broker = RealParts.broker()) {
      OtherParty.createTopics(broker);
      try (OtherParty sequencer = new OtherParty(broker)) {
        sequencer.show(Views.open(EVENT));
        Queue<String> accepted = new ConcurrentLinkedQueue<>();
        Door door = Door.open(broker);
        await().atMost(OtherParty.LIMIT).until(door::ready);
        List<Thread> clients =
            IntStream.range(0, CLIENTS)
                .mapToObj(i -> new Thread(() -> enterUntilRefused(door, i, accepted)))
                .toList();
        clients.forEach(Thread::start);
        await().atMost(OtherParty.LIMIT).until(() -> accepted.size() > 500);

        door.close();

        for (Thread client : clients) {
          client.join();
        }
        Set<String> inTheLog =
            sequencer.rest().stream()
                .map(received -> received.position().toString())
                .collect(Collectors.toSet());
        assertThat(inTheLog).containsAll(accepted);
      }
    }
  }

  private static void enterUntilRefused(Door door, int client, Queue<String> accepted) {
    for (int i = 0; ; i++) {
      Answer answer;
      try {
        answer = door.ask(door.entry(EVENT, new UserId("client-" + client + "-" + i)));
      } catch (IllegalStateException closed) {
        return;
      }
      if (answer.status() == 202) {
        accepted.add(answer.member("position"));
      } else if (answer.status() == 503) {
        return;
      }
    }
  }
}
