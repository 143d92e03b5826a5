package nth.proof.crowd;

import java.util.ArrayList;
import java.util.List;

/**
 * What was read of one partition, beside what is there in the end: is given the results in their
 * order.
 */
public final class Comparison {
  private final Rows seen;
  private int next;

  Comparison(Rows seen) {
    this.seen = seen;
  }

  /** A sentence for each result that vanished before this one, and one if this one changed. */
  public List<String> at(long offset, byte[] value) {
    List<String> changed = new ArrayList<>(upTo(offset));
    if (next < seen.size() && seen.get(next, Sightings.OFFSET) == offset) {
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
    while (next < seen.size() && seen.get(next, Sightings.OFFSET) < offset) {
      vanished.add("the result read at offset " + seen.get(next, Sightings.OFFSET) + " is gone");
      next++;
    }
    return vanished;
  }
}
