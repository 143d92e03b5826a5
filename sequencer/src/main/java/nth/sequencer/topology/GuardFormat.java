package nth.sequencer.topology;

import java.nio.ByteBuffer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** Format 1: topic id (16 bytes), partitions (4), last offset (8), latest time in ms (8). */
final class GuardFormat {

  private static final int BYTES = 1 + 2 * Long.BYTES + Integer.BYTES + 2 * Long.BYTES;

  private GuardFormat() {}

  static Serde<Guard> serde() {
    return Serdes.serdeFrom((topic, guard) -> write(guard), (topic, bytes) -> read(bytes));
  }

  private static byte[] write(Guard guard) {
    return ByteBuffer.allocate(BYTES)
        .put(Format.ONE)
        .putLong(guard.topicId().getMostSignificantBits())
        .putLong(guard.topicId().getLeastSignificantBits())
        .putInt(guard.partitions())
        .putLong(guard.lastOffset())
        .putLong(guard.latest())
        .array();
  }

  private static Guard read(byte[] bytes) {
    ByteBuffer value = Format.open(Stores.GUARD, bytes);
    return new Guard(
        new Uuid(value.getLong(), value.getLong()),
        value.getInt(),
        value.getLong(),
        value.getLong());
  }
}
