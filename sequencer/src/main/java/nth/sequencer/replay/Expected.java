package nth.sequencer.replay;

import java.util.Arrays;
import nth.contract.Json;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A record that must have been published, and how often it was found.
 *
 * @param <V> a winner or a state
 */
final class Expected<V> {

  /** Where it stands. */
  record Place(TopicPartition at, long offset) {}

  private final V value;
  private final byte[] bytes;
  private final boolean decided;
  private long found;
  private byte @Nullable [] first;
  private @Nullable Place place;

  /**
   * @param decided whether its command has a result; otherwise it need not be there yet
   */
  Expected(V value, byte[] bytes, boolean decided) {
    this.value = value;
    this.bytes = bytes;
    this.decided = decided;
  }

  V value() {
    return value;
  }

  boolean decided() {
    return decided;
  }

  long found() {
    return found;
  }

  /** The first place where it was found, which is the one the mirror takes it from. */
  @Nullable Place place() {
    return place;
  }

  /** Whether those bytes say the same; spaces and the order of members say nothing. */
  boolean says(byte @Nullable [] other) {
    return sameJson(bytes, other);
  }

  /** Counts one that says the same, and tells whether it is also the first one's bytes. */
  boolean found(ConsumerRecord<byte[], byte[]> record) {
    byte[] other = record.value();
    found++;
    if (first == null) {
      place = new Place(new TopicPartition(record.topic(), record.partition()), record.offset());
      first = Arrays.equals(bytes, other) ? bytes : other;
    }
    return Arrays.equals(first, other);
  }

  static boolean sameJson(byte[] one, byte @Nullable [] other) {
    if (Arrays.equals(one, other)) {
      return true;
    }
    try {
      return other != null && Json.tolerant().readTree(one).equals(Json.tolerant().readTree(other));
    } catch (JacksonException e) {
      // No JSON says nothing.
      return false;
    }
  }
}
