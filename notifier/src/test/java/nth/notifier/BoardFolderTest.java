package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import nth.contract.CountMode;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** What the board makes of the folder it finds. */
class BoardFolderTest extends OpenBoard {

  private void reopen(String topicId, long end) {
    board.close();
    board = board();
    board.takeUp(topicId, List.of(end));
  }

  @Test
  void view_isTakenUpWhereItWasLeft() {
    takeIn(0, story.defined(CountMode.LIVE, 5), story.numbered(People.ALICE));
    Standing before = standing();

    reopen(TOPIC_ID, 2);

    assertThat(board.progress(0)).isEqualTo(new Progress(TOPIC_ID, 2, 1));
    assertThat(standing()).isEqualTo(before);
  }

  @Test
  void view_ofAnotherTopic_isThrownAway() {
    takeIn(0, story.defined(CountMode.LIVE, 5), story.numbered(People.ALICE));

    reopen("another", FAR);

    assertThat(board.progress(0)).isEqualTo(Progress.start("another"));
    assertThat(board.standing(Samples.EVENT)).isEmpty();
    assertThat(board.part(alice)).isEqualTo(Part.NONE);
  }

  @Test
  void view_beyondTheEndOfTheLog_isThrownAway() {
    takeIn(0, story.defined(CountMode.LIVE, 5), story.numbered(People.ALICE));

    reopen(TOPIC_ID, 1);

    assertThat(board.progress(0)).isEqualTo(Progress.start(TOPIC_ID));
    assertThat(board.standing(Samples.EVENT)).isEmpty();
  }

  @Test
  void view_ofAnotherFormat_isThrownAway() throws RocksDBException {
    takeIn(0, story.defined(CountMode.LIVE, 5));
    board.close();
    try (RocksDB db = RocksDB.open(folder.toString())) {
      db.put(StoredForm.key(0), new byte[] {StoredForm.FORMAT + 1, 7});
    }

    reopen(TOPIC_ID, FAR);

    assertThat(board.progress(0)).isEqualTo(Progress.start(TOPIC_ID));
    assertThat(board.standing(Samples.EVENT)).isEmpty();
  }

  // O-10
  @Test
  void secondBoardInOneFolder_isRefusedWithOneSentence_andTheFirstGoesOn() {
    assertThatThrownBy(this::board)
        .isInstanceOf(BoardStore.InUse.class)
        .hasMessageContaining("is in use by another process");

    takeIn(0, story.defined(CountMode.LIVE, 5));
    assertThat(standing().entries()).isZero();
  }
}
