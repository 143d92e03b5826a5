package nth.proof.crowd;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Pairs of a key and a value: the least value above a key is found without a look at all. */
final class Minima {

  private final long[] keys;
  private final long[] least;

  /**
   * @param pairs of key and value, in any order
   */
  Minima(List<long[]> pairs) {
    long[][] sorted = pairs.toArray(long[][]::new);
    Arrays.sort(sorted, Comparator.comparingLong(pair -> pair[0]));
    keys = Arrays.stream(sorted).mapToLong(pair -> pair[0]).toArray();
    least = new long[keys.length + 1];
    least[keys.length] = Long.MAX_VALUE;
    for (int i = keys.length - 1; i >= 0; i--) {
      least[i] = Math.min(least[i + 1], sorted[i][1]);
    }
  }

  /** The least value of all whose key is greater than this, {@link Long#MAX_VALUE} if none is. */
  long above(long key) {
    int low = 0;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys[middle] <= key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return least[low];
  }
}
