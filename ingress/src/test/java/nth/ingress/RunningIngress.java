package nth.ingress;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.ingress.OtherParty.Received;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A broker, ingress on it, and one who answers as the sequencer does; a new event per test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RunningIngress {

  private final String[] settings;

  RealBroker broker;
  OtherParty sequencer;
  Door door;
  EventId event;

  /**
   * @param settings as on a command line
   */
  RunningIngress(String... settings) {
    this.settings = settings;
  }

  @BeforeAll
  void open() {
    broker = RealParts.broker();
    OtherParty.createTopics(broker);
    sequencer = new OtherParty(broker);
    door = Door.open(broker, settings);
    await().atMost(OtherParty.LIMIT).until(door::ready);
  }

  @AfterAll
  void close() {
    door.close();
    sequencer.close();
    broker.close();
  }

  @BeforeEach
  void newEvent() {
    event = new EventId("event-" + UUID.randomUUID());
  }

  /** Shows a promotion, and returns when ingress has seen it. */
  void show(PromotionView view) {
    sequencer.show(view);
    await()
        .atMost(OtherParty.LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> door.part(Promotions.class).find(event).equals(Optional.of(view)));
  }

  List<Received> commandsOf(EventId event) {
    return sequencer.rest().stream().filter(r -> r.command().eventId().equals(event)).toList();
  }

  static Result.EntryNumbered numbered(Received entry, long seq) {
    var command = (SubmitEntry) entry.command();
    return new Result.EntryNumbered(
        entry.origin(), command.userId(), new Seq(seq), false, entry.appended(), false);
  }

  static Result.Refused refused(Received received, RefusalReason reason) {
    return new Result.Refused(received.origin(), received.command().type(), user(received), reason);
  }

  private static @Nullable UserId user(Received received) {
    return received.command() instanceof SubmitEntry entry ? entry.userId() : null;
  }
}
