package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
  private int people;

  @Test
  @Tag("O-01")
  @Tag("O-02")
  @Tag("O-10")
  void frozenOrKilledInTheMiddle_theOtherGoesOnAtTheNextNumber() throws InterruptedException {
    try (var one = sequencer();
        var other = sequencer()) {
      one.awaitReady();
      other.awaitReady();
      wire.define(EVENT, false, 10, 100, 1_000);
      Thread crowd = new Thread(this::enterAllTheTime, "crowd");
      crowd.start();
      awaitProgress();

      freezeEachPastItsTimeouts(one, other);
      for (SequencerProcess victim : new SequencerProcess[] {one, other, one}) {
        victim.process().kill9();
        awaitProgress();
        victim.again();
        victim.awaitReady();
      }

      entering.set(false);
      crowd.join();
      awaitAllNumbered();
    }
    Guarantee.assertAllHold(wire.history());
    assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
  }

  /** One of them numbers. The frozen one comes back into a group and a transaction without it. */
  private void freezeEachPastItsTimeouts(SequencerProcess... sequencers) {
    for (SequencerProcess frozen : sequencers) {
      frozen.process().freeze();
      await().atMost(LIMIT).until(() -> members() == 1);
      awaitProgress();
      frozen.process().thaw();
      await().atMost(LIMIT).until(() -> members() == 2);
      frozen.awaitReady();
    }
  }

  @Test
  @Tag("O-02")
  void aloneAndFrozenPastEveryTimeout_itGoesOnByItself() throws InterruptedException {
    try (var alone = sequencer()) {
      alone.awaitReady();
      wire.define(EVENT, false, 10, 100, 1_000);
      Thread crowd = new Thread(this::enterAllTheTime, "crowd");
      crowd.start();
      awaitProgress();

      alone.process().freeze();
      await().atMost(LIMIT).until(() -> members() == 0);
      await().atMost(LIMIT).until(this::nothingIsOpen);
      alone.process().thaw();

      awaitProgress();
      entering.set(false);
      crowd.join();
      awaitAllNumbered();
      assertThat(alone.process().isAlive()).isTrue();
    }
    Guarantee.assertAllHold(wire.history());
  }

  @Test
  @Tag("O-10")
  void secondProcessOnOneFolder_endsWithOneLine_andTheFirstGoesOn() {
    var folder = RunningSequencer.freshStateDir();
    try (var first = new SequencerProcess(broker.bootstrapServers(), folder)) {
      first.awaitReady();
      try (var second = new SequencerProcess(broker.bootstrapServers(), folder)) {
        JavaProcess refused = second.process();
        assertThat(refused.awaitExit()).isEqualTo(ProcessExit.CODE);
        assertThat(refused.output().lines().filter(line -> line.contains(folder.toString())))
            .hasSize(1);
      }
      wire.define(EVENT, false, 2);
      wire.enter(EVENT, Wire.people(1, 1).get(0));
      await().atMost(LIMIT).until(() -> numbers().size() == 1);
    }
  }

  private SequencerProcess sequencer() {
    return new SequencerProcess(broker.bootstrapServers(), RunningSequencer.freshStateDir());
  }

  private void enterAllTheTime() {
    while (entering.get()) {
      people++;
      wire.enter(EVENT, Wire.people(people, people).get(0));
    }
  }

  /** Numbers that were given to entries after this call. */
  private void awaitProgress() {
    int now = people + 1;
    await().atMost(LIMIT).until(() -> numbers().size() > now);
  }

  private void awaitAllNumbered() {
    await().atMost(LIMIT).until(() -> numbers().size() == people);
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
