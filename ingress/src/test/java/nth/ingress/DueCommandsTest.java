package nth.ingress;

import static nth.contract.fixtures.Samples.CLOSES;
import static nth.contract.fixtures.Samples.EVENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import nth.contract.CloseCause;
import nth.contract.Command;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.RequestId;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DueCommandsTest {

  /** Long after every closing here. */
  private static final Duration RETENTION = Duration.ofDays(1);

  /** Remembers what was appended, and answers when told to. */
  private static final class Recorded implements Entries {
    final List<Command> commands = new ArrayList<>();
    final List<CompletableFuture<Appended>> answers = new ArrayList<>();

    @Override
    public CompletableFuture<Appended> append(Command command, Headers headers) {
      commands.add(command);
      answers.add(new CompletableFuture<>());
      return answers.get(answers.size() - 1);
    }
  }

  private final Recorded entries = new Recorded();
  private final Promotions promotions = new Promotions(() -> {});
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean mayAppend = new AtomicBoolean(true);
  private final BrokerTime brokerTime = new BrokerTime(nanos::get);
  private Instant local = CLOSES.minusSeconds(1);
  private final DueCommands due =
      new DueCommands(
          new RetentionSettings(RETENTION).due(),
          promotions,
          entries,
          brokerTime,
          () -> local,
          nanos::get,
          mayAppend::get);

  @BeforeEach
  void runningPromotion() {
    show(Samples.RUNNING);
  }

  private void show(PromotionView view) {
    byte[] value = Topics.PROMOTIONS.value().serializer().serialize("nth.promotions", view);
    var record = new ConsumerRecord<>("nth.promotions", 0, 0, new byte[0], value);
    promotions.handle(0, List.of(record), 1);
  }

  private void pass(Duration duration) {
    nanos.addAndGet(duration.toNanos());
    local = local.plus(duration);
  }

  private void acknowledge() {
    entries
        .answers
        .get(entries.answers.size() - 1)
        .complete(new Entries.Appended(new Position(0, 9), local));
  }

  private int appendedAfterALook() {
    due.look();
    return entries.commands.size();
  }

  @Test
  void aClosingTimeThatHasCome_isAppendedAsDue() {
    assertThat(appendedAfterALook()).isZero();
    pass(Duration.ofSeconds(1));
    assertThat(appendedAfterALook()).isEqualTo(1);
    var close = (Command.ClosePromotion) entries.commands.get(0);
    assertThat(close.eventId()).isEqualTo(EVENT);
    assertThat(close.cause()).isEqualTo(CloseCause.DUE);
  }

  @Test
  void theBrokersClock_countsMoreThanOurs() {
    brokerTime.learn(CLOSES, 0, 0);
    assertThat(appendedAfterALook()).isEqualTo(1);
  }

  @Test
  void whileTheLogHasNotAnswered_nothingMoreIsAppended() {
    pass(Duration.ofSeconds(1));
    assertThat(appendedAfterALook()).isEqualTo(1);
    pass(Duration.ofMinutes(10));
    assertThat(appendedAfterALook()).isEqualTo(1);
  }

  @Test
  void withoutADecision_itIsAppendedAgainAfter1_2_4_to30Seconds() {
    pass(Duration.ofSeconds(1));
    List<Integer> pauses = List.of(1, 2, 4, 8, 16, 30, 30, 30);
    int expected = appendedAfterALook();
    for (int pause : pauses) {
      acknowledge();
      pass(Duration.ofSeconds(pause).minusNanos(1));
      assertThat(appendedAfterALook()).as("just before %d s", pause).isEqualTo(expected);
      pass(Duration.ofNanos(1));
      assertThat(appendedAfterALook()).as("after %d s", pause).isEqualTo(++expected);
    }
  }

  @Test
  void anAppendThatFailed_isTriedAgain() {
    pass(Duration.ofSeconds(1));
    assertThat(appendedAfterALook()).isEqualTo(1);
    entries.answers.get(0).completeExceptionally(new Entries.Unavailable("no broker"));
    pass(Duration.ofSeconds(1));
    assertThat(appendedAfterALook()).isEqualTo(2);
  }

  @Test
  void aClosedPromotion_isLeftAlone() {
    show(Samples.FINISHED);
    pass(Duration.ofSeconds(1));
    assertThat(appendedAfterALook()).isZero();
  }

  @Test
  void aPromotionClosedForAsLongAsItIsKept_isRetired() {
    show(Samples.FINISHED);
    local = Samples.at(3).plus(RETENTION).minusMillis(1);
    assertThat(appendedAfterALook()).isZero();
    pass(Duration.ofMillis(1));
    assertThat(appendedAfterALook()).isEqualTo(1);
    assertThat(entries.commands.get(0))
        .isEqualTo(
            new Command.RetirePromotion(
                EVENT, new RequestId("retire-spring-opening"), local, RETENTION.toMillis()));
    acknowledge();
    show(Samples.GONE);
    pass(Duration.ofMinutes(10));
    assertThat(appendedAfterALook()).isEqualTo(1);
  }

  @Test
  void ofRetirements_noMoreThan100WaitForTheirAnswer() {
    show(Samples.FINISHED);
    for (int i = 0; i < 250; i++) {
      show(Views.closed(new EventId("event-" + i), new Position(0, i)));
    }
    assertThat(List.of(appendedAfterALook(), appendedAfterALook())).containsExactly(100, 100);
    for (int i = 0; i < 30; i++) {
      EventId answered = entries.commands.get(i).eventId();
      show(Views.closed(answered, new Position(0, i)).retired(local, new Position(0, 300 + i)));
    }
    assertThat(List.of(appendedAfterALook(), appendedAfterALook())).containsExactly(130, 130);
    entries.answers.get(99).completeExceptionally(new Entries.Unavailable("no broker"));
    pass(Duration.ofSeconds(1));
    assertThat(appendedAfterALook()).isEqualTo(131);
    assertThat(entries.commands.get(130).eventId()).isEqualTo(entries.commands.get(99).eventId());
  }

  @Test
  void aBrokersClockThatIsAhead_retiresNothing() {
    show(Samples.FINISHED);
    Instant due = Samples.at(3).plus(RETENTION);
    local = due.minusMillis(1);
    brokerTime.learn(due.plus(RETENTION), 0, 0);
    assertThat(appendedAfterALook()).isZero();
    local = due;
    assertThat(appendedAfterALook()).isEqualTo(1);
  }

  @Test
  void ourClockThatIsAhead_retiresNothing() {
    show(Samples.FINISHED);
    Instant due = Samples.at(3).plus(RETENTION);
    local = due.plus(RETENTION);
    brokerTime.learn(due.minusMillis(1), 0, 0);
    assertThat(appendedAfterALook()).isZero();
    brokerTime.learn(due, 0, 0);
    assertThat(appendedAfterALook()).isEqualTo(1);
  }

  @Test
  void aRetirementThatNobodyDecides_isAppendedAgainEveryTenMinutes() {
    show(Samples.FINISHED);
    local = Samples.at(3).plus(RETENTION);
    int expected = appendedAfterALook();
    for (int pause : List.of(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600)) {
      acknowledge();
      pass(Duration.ofSeconds(pause).minusNanos(1));
      assertThat(appendedAfterALook()).as("just before %d s", pause).isEqualTo(expected);
      pass(Duration.ofNanos(1));
      assertThat(appendedAfterALook()).as("after %d s", pause).isEqualTo(++expected);
    }
  }

  @Test
  void withoutARetention_everythingIsKept() {
    assertThat(new RetentionSettings(null).due()).containsExactly(new Due.Closing());
  }

  @Test
  void topicsThatAreNotSound_getNothing() {
    pass(Duration.ofSeconds(1));
    mayAppend.set(false);
    assertThat(appendedAfterALook()).isZero();
    mayAppend.set(true);
    assertThat(appendedAfterALook()).isEqualTo(1);
  }
}
