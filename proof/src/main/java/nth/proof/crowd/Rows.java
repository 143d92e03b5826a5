package nth.proof.crowd;

import java.util.ArrayList;
import java.util.List;

/** A table of whole numbers that grows without copying what is there. */
final class Rows {

  private static final int PER_CHUNK = 1 << 14;

  private final int width;
  private final List<long[]> chunks = new ArrayList<>();
  private int size;

  Rows(int width) {
    this.width = width;
  }

  int size() {
    return size;
  }

  void add(long... row) {
    if (size % PER_CHUNK == 0) {
      chunks.add(new long[PER_CHUNK * width]);
    }
    System.arraycopy(row, 0, chunks.get(size / PER_CHUNK), size % PER_CHUNK * width, width);
    size++;
  }

  long get(int row, int column) {
    return chunks.get(row / PER_CHUNK)[row % PER_CHUNK * width + column];
  }

  /** The first row whose value in a column that never falls is at least this. */
  int firstAtLeast(int column, long value) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (get(middle, column) < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
