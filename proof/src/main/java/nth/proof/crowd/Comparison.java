package nth.proof.crowd;

import java.util.ArrayList;
import java.util.List;

/**
 * What was read of one partition, beside what is there in the end: is given the results in their
 * order.
 */
public final class Comparison {
  private final Rows seen;
  // What is still being read meanwhile is not compared: this reader may be ahead of that one.
  private final int size;
  private int next;

  Comparison(Rows seen) {
    this.seen = seen;
    this.size = seen.size();
  }

  /** A sentence for each result that vanished before this one, and one if this one changed. */
  public List<String> at(long offset, byte[] value) {
    List<String> changed = new ArrayList<>(upTo(offset));
    if (next < size && seen.get(next, Sightings.OFFSET) == offset) {
      if (seen.get(next, Sightings.FINGERPRINT) != Sightings.fingerprint(value)) {
        changed.add("the result at offset " + offset + " is not what was read there before");
      }
      next++;
    }
    return changed;
  }

  /** A sentence for each result that is not there, below this offset. */
  public List<String> upTo(long offset) {
    List<String> vanished = new ArrayList<>();
    while (next < size && seen.get(next, Sightings.OFFSET) < offset) {
      vanished.add("the result read at offset " + seen.get(next, Sightings.OFFSET) + " is gone");
      next++;
    }
    return vanished;
  }
}
