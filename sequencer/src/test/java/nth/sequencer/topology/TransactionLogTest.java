package nth.sequencer.topology;

import static nth.sequencer.topology.TransactionLog.COMPLETE_ABORT;
import static nth.sequencer.topology.TransactionLog.COMPLETE_COMMIT;
import static nth.sequencer.topology.TransactionLog.EMPTY;
import static nth.sequencer.topology.TransactionLog.ONGOING;
import static nth.sequencer.topology.TransactionLog.PREPARE_ABORT;
import static nth.sequencer.topology.TransactionLog.PREPARE_COMMIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import nth.sequencer.topology.TransactionLog.Entry;
import nth.sequencer.topology.TransactionLog.Outcome;
import org.junit.jupiter.api.Test;

class TransactionLogTest {

  private static final long PRODUCER = 7;

  @Test
  void lastTransaction_isToldByItsEnd() {
    assertThat(outcome(3, at(3, ONGOING), at(4, PREPARE_COMMIT), at(4, COMPLETE_COMMIT)))
        .isEqualTo(Outcome.COMMITTED);
    assertThat(outcome(3, at(3, ONGOING), at(5, PREPARE_ABORT), at(5, COMPLETE_ABORT)))
        .isEqualTo(Outcome.ABORTED);
  }

  @Test
  void earlierTransaction_isToldByItsOwnEnd_notByTheLast() {
    Entry[] log = {
      at(3, ONGOING),
      at(4, PREPARE_COMMIT),
      at(4, COMPLETE_COMMIT),
      at(4, ONGOING),
      at(5, PREPARE_ABORT),
      at(5, COMPLETE_ABORT),
      at(6, EMPTY)
    };

    assertThat(outcome(3, log)).isEqualTo(Outcome.COMMITTED);
    assertThat(outcome(4, log)).isEqualTo(Outcome.ABORTED);
  }

  @Test
  void transactionWithoutAnEnd_isUnderWay() {
    assertThat(outcome(3, at(3, ONGOING), at(3, ONGOING))).isEqualTo(Outcome.UNDER_WAY);
    assertThat(outcome(3, at(3, ONGOING), at(4, PREPARE_COMMIT))).isEqualTo(Outcome.UNDER_WAY);
  }

  @Test
  void whatWasCompactedAway_isUntold() {
    assertThat(outcome(3)).isEqualTo(Outcome.UNTOLD);
    assertThat(outcome(3, at(5, COMPLETE_ABORT))).isEqualTo(Outcome.UNTOLD);
    assertThat(outcome(3, at(3, ONGOING), at(6, EMPTY))).isEqualTo(Outcome.UNTOLD);
    assertThat(outcome(3, at(3, ONGOING), at(7, ONGOING), at(8, COMPLETE_ABORT)))
        .isEqualTo(Outcome.UNTOLD);
    assertThat(outcome(3, new Entry(8, 3, ONGOING), new Entry(8, 4, COMPLETE_ABORT)))
        .isEqualTo(Outcome.UNTOLD);
  }

  private static Entry at(int epoch, byte state) {
    return new Entry(PRODUCER, epoch, state);
  }

  private static Outcome outcome(int epoch, Entry... log) {
    return TransactionLog.outcome(new ArrayList<>(List.of(log)), PRODUCER, epoch);
  }
}
