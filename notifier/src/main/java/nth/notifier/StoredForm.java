package nth.notifier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import nth.contract.EventId;
import nth.contract.Json;
import tools.jackson.databind.ObjectReader;

/**
 * Bytes of the view. Keys: {@code p} partition, {@code e} event, {@code u} event 0 user. Values:
 * {@link #FORMAT} and JSON.
 */
final class StoredForm {

  /** Another one means another version's view, which is thrown away. */
  static final byte FORMAT = 3;

  /** Below every key, and above. */
  static final byte[] FIRST = {0};

  static final byte[] LAST = {Byte.MAX_VALUE};

  static final ObjectReader PROGRESS = Json.tolerant().readerFor(Progress.class);
  static final ObjectReader STANDING = Json.tolerant().readerFor(Standing.class);
  static final ObjectReader PART = Json.tolerant().readerFor(Part.class);

  private StoredForm() {}

  static byte[] key(int partition) {
    return ByteBuffer.allocate(1 + Integer.BYTES).put((byte) 'p').putInt(partition).array();
  }

  static byte[] key(EventId eventId) {
    return ("e" + eventId).getBytes(UTF_8);
  }

  static byte[] key(Subject.Person person) {
    return ("u" + person.eventId() + '\0' + person.userId()).getBytes(UTF_8);
  }

  /** Below everybody's key in that promotion. */
  static byte[] firstPerson(EventId eventId) {
    return ("u" + eventId + '\0').getBytes(UTF_8);
  }

  /** Above everybody's key in that promotion. */
  static byte[] behindLastPerson(EventId eventId) {
    return ("u" + eventId + '\1').getBytes(UTF_8);
  }

  static byte[] encode(Object value) {
    byte[] json = Json.strict().writeValueAsBytes(value);
    return ByteBuffer.allocate(1 + json.length).put(FORMAT).put(json).array();
  }

  static boolean isKnown(byte[] value) {
    return value[0] == FORMAT;
  }

  static <T> T decode(byte[] value, ObjectReader reader) {
    if (!isKnown(value)) {
      throw new IllegalStateException("A value of the view has the unknown format " + value[0]);
    }
    return reader.readValue(value, 1, value.length - 1);
  }
}
