package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import nth.app.ProcessExit;
import nth.contract.Topics;
import nth.contract.fixtures.JavaProcess;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two sequencers as processes: the one that numbers is frozen or killed while people enter. */
class ITTakeOver extends OnARealBroker {

  private final AtomicBoolean entering = new AtomicBoolean(true);
  private volatile int people;

  @Test
  @Tag("O-01")
  @Tag("O-02")
  void frozenOrKilledInTheMiddle_theOtherGoesOnAtTheNextNumber() throws InterruptedException {
    try (var one = sequencer()) {
      one.awaitReady();
      try (var other = sequencer()) {
        other.awaitReady();
        Thread crowd = startEntering();

        // It comes back into a group and a transaction that went on without it.
        one.process().freeze();
        await().atMost(LIMIT).until(() -> members() == 1);
        awaitProgress();
        one.process().thaw();
        await().atMost(LIMIT).until(() -> members() == 2);

        other.process().kill9();
        awaitProgress();
        other.again();
        other.awaitReady();
        one.process().kill9();
        awaitProgress();
        stopEntering(crowd);
      }
    }
  }

  @Test
  @Tag("O-02")
  @Tag("O-10")
  void aloneAndFrozenPastEveryTimeout_itGoesOnByItself() throws InterruptedException {
    var folder = RunningSequencer.freshStateDir();
    try (var alone = new SequencerProcess(broker.bootstrapServers(), folder)) {
      alone.awaitReady();
      Thread crowd = startEntering();
      alone.process().freeze();
      await().atMost(LIMIT).until(() -> members() == 0);
      await().atMost(LIMIT).until(this::nothingIsOpen);
      alone.process().thaw();
      awaitProgress();

      secondProcessOn(folder);
      awaitProgress();
      stopEntering(crowd);
      assertThat(alone.process().isAlive()).isTrue();
    }
  }

  private void secondProcessOn(Path folder) {
    try (var second = new SequencerProcess(broker.bootstrapServers(), folder)) {
      JavaProcess refused = second.process();
      assertThat(refused.awaitExit()).isEqualTo(ProcessExit.CODE);
      assertThat(refused.output().lines())
          .filteredOn(line -> line.contains(" ERROR ") && line.contains(folder.toString()))
          .hasSize(1);
    }
  }

  private Thread startEntering() {
    wire.define(EVENT, false, 10, 100, 1_000);
    Thread crowd = new Thread(this::enterAllTheTime, "crowd");
    crowd.start();
    awaitProgress();
    return crowd;
  }

  private void stopEntering(Thread crowd) throws InterruptedException {
    entering.set(false);
    crowd.join();
    await().atMost(LIMIT).until(() -> numbers().size() == people);
    Guarantee.assertAllHold(wire.history());
    assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
  }

  private SequencerProcess sequencer() {
    return new SequencerProcess(broker.bootstrapServers(), RunningSequencer.freshStateDir());
  }

  private void enterAllTheTime() {
    while (entering.get()) {
      int next = people + 1;
      wire.enter(EVENT, Wire.people(next, next).get(0));
      people = next;
    }
  }

  /** Numbers that were given to entries after this call. */
  private void awaitProgress() {
    int now = people + 1;
    await().atMost(LIMIT).until(() -> numbers().size() > now);
  }

  private int members() throws Exception {
    return wire.admin
        .describeConsumerGroups(List.of("nth-sequencer"))
        .all()
        .get()
        .get("nth-sequencer")
        .members()
        .size();
  }

  private boolean nothingIsOpen() throws Exception {
    return wire.admin.listTransactions().all().get().stream()
        .noneMatch(listed -> listed.state() == TransactionState.ONGOING);
  }
}
