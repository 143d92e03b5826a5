package nth.sequencer.recovery;

import java.util.Arrays;
import nth.sequencer.operator.CannotGoOn;

/** Where a copy goes on: its last record must still be the one that the log has there. */
final class CopySeam {

  private CopySeam() {}

  /** The last record of a piece. */
  static CopiedRecord last(Copy.Piece piece) throws Exception {
    CopiedRecord[] last = new CopiedRecord[1];
    Copy.read(piece, record -> last[0] = record);
    return last[0];
  }

  /**
   * @param log from the offset of that record on
   * @throws CannotGoOn if the log ends before it or holds another one there
   */
  static void check(int partition, CopiedRecord copied, Copy.Records log) {
    if (!log.hasNext()) {
      throw new CannotGoOn(
          "nth.entries-%d ends before offset %d, which the copy holds: keep the copy, the log lost"
                  .formatted(partition, copied.offset())
              + " its end.");
    }
    CopiedRecord found = log.next();
    boolean same =
        found.offset() == copied.offset()
            && found.time() == copied.time()
            && Arrays.equals(found.value(), copied.value());
    if (!same) {
      throw new CannotGoOn(
          "nth.entries-%d holds another record at offset %d than the copy: keep the copy, and begin"
                  .formatted(partition, copied.offset())
              + " a new one in another folder.");
    }
  }
}
