package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.ingress.Door.Answer;
import nth.ingress.OtherParty.Received;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ITSyncMode extends RunningIngress {

  ITSyncMode() {
    super(
        "--nth.ingress.mode=sync",
        "--nth.ingress.wait=10s",
        "--nth.ingress.max-in-flight=2",
        "--nth.rate-limit.burst=5000");
  }

  @BeforeEach
  void openEvent() {
    show(Views.open(event));
  }

  @Test
  void whoPrefersNothing_isToldTheNumber() {
    CompletableFuture<Answer> answer = door.asking(door.entry(event, People.ALICE));
    sequencer.commit(numbered(sequencer.next(event), 4));

    Answer told = answer.join();
    assertThat(told.gist()).isEqualTo("200 decided");
    assertThat(told.body().path("seq").asLong()).isEqualTo(4);
    assertThat(told.header("Preference-Applied")).isEmpty();
  }

  @Test
  void whoPrefersNotToWait_isQueued() {
    Answer answer = door.ask(door.entry(event, People.ALICE).header("Prefer", "respond-async"));
    assertThat(answer.gist()).isEqualTo("202 queued");
    assertThat(answer.header("Preference-Applied")).isEqualTo("respond-async");
  }

  @Test
  void moreThanMayWait_areQueued_andNotToldThatTheyWaited() {
    var first = door.asking(door.entry(event, People.ALICE).header("Prefer", "wait=10"));
    Received one = sequencer.next(event);
    var second = door.asking(door.entry(event, People.BOB).header("Prefer", "wait=10"));
    Received two = sequencer.next(event);

    // Until both are acknowledged, one more is turned away.
    var third = door.entry(event, new UserId("carol")).header("Prefer", "wait=10");
    Answer queued =
        await()
            .atMost(OtherParty.LIMIT)
            .until(() -> door.ask(third), answer -> answer.status() != 503);
    assertThat(queued.gist()).isEqualTo("202 queued");
    assertThat(queued.header("Preference-Applied")).isEmpty();
    assertThat(first).isNotDone();

    sequencer.commit(numbered(one, 1), numbered(two, 2));
    assertThat(first.join().header("Preference-Applied")).isEqualTo("wait=10");
    assertThat(second.join().gist()).isEqualTo("200 decided");
  }
}
