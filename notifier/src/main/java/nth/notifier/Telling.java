package nth.notifier;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All that can be told about a subject at one moment of the log.
 *
 * @param order rises with the log: a telling never replaces one of a higher order
 * @param frame the state; not repeated while its content stays equal
 * @param closing follows the state, and ends the stream
 * @param ends whether nothing can follow
 * @param holdsUntil when time alone makes it untrue; null: never
 */
record Telling(
    long order, Frame frame, @Nullable Frame closing, boolean ends, @Nullable Instant holdsUntil) {

  /** Of a frame that no result concerns yet, and of one that is not the last of its telling. */
  static final long NO_ID = -1;

  /**
   * @param id offset in {@code nth.results}, or {@link #NO_ID}
   * @param content what makes two frames say the same
   * @param data JSON in one line, in the form in which it goes to everybody
   */
  // Nobody compares frames: what they say is compared, in content.
  @SuppressWarnings("ArrayRecordComponent")
  record Frame(long id, Object content, byte[] data) {}

  /**
   * At the same place in the log time goes one way: what holds for a while was made before what
   * holds for good.
   */
  boolean isOlderThan(Telling other) {
    return order < other.order
        || order == other.order && holdsUntil != null && other.holdsUntil == null;
  }

  /** The id after which there is nothing more to come, or {@link #NO_ID}. */
  long finalId() {
    if (!ends) {
      return NO_ID;
    }
    return closing != null ? closing.id() : frame.id();
  }
}
