package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.stream.IntStream;
import nth.contract.EventId;
import nth.contract.Partitions;
import nth.contract.UserId;
import org.jspecify.annotations.Nullable;

/**
 * What the audit is about.
 *
 * @param event the only promotion to compare; null for all
 * @param user whose story is told; null for nobody's
 */
record Scope(@Nullable EventId event, @Nullable UserId user) {

  /** Those in which such promotions live. */
  int[] partitions(int all) {
    return event == null
        ? IntStream.range(0, all).toArray()
        : new int[] {Partitions.of(event, all)};
  }

  boolean covers(byte @Nullable [] key) {
    return event == null || (key != null && Arrays.equals(key, event.value().getBytes(UTF_8)));
  }

  boolean covers(String eventId) {
    return event == null || event.value().equals(eventId);
  }

  boolean tellsOf(UserId other) {
    return other.equals(user);
  }
}
