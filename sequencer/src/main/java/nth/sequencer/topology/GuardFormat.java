package nth.sequencer.topology;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Format 2: topic id (16 bytes), partitions (4), last offset (8), latest time in ms (8), ids of the
 * changelogs in the order of {@link Stores#NAMES} (3 times 16). Format 1 ends before those.
 */
final class GuardFormat {

  private static final int ID = 2 * Long.BYTES;
  private static final int BYTES = 1 + ID + Integer.BYTES + 2 * Long.BYTES;

  private GuardFormat() {}

  static Serde<Guard> serde() {
    return Serdes.serdeFrom((topic, guard) -> write(guard), (topic, bytes) -> read(bytes));
  }

  private static byte[] write(Guard guard) {
    ByteBuffer value = ByteBuffer.allocate(BYTES + guard.changelogs().size() * ID);
    value.put(guard.changelogs().isEmpty() ? Format.ONE : Format.TWO);
    put(value, guard.topicId());
    value.putInt(guard.partitions()).putLong(guard.lastOffset()).putLong(guard.latest());
    guard.changelogs().forEach(id -> put(value, id));
    return value.array();
  }

  private static Guard read(byte[] bytes) {
    ByteBuffer value = Format.open(Stores.GUARD, bytes, Format.TWO);
    return new Guard(
        id(value), value.getInt(), value.getLong(), value.getLong(), changelogs(bytes[0], value));
  }

  private static List<Uuid> changelogs(byte format, ByteBuffer value) {
    return format == Format.ONE
        ? List.of()
        : Stream.generate(() -> id(value)).limit(Stores.NAMES.size()).toList();
  }

  private static void put(ByteBuffer value, Uuid id) {
    value.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  private static Uuid id(ByteBuffer value) {
    return new Uuid(value.getLong(), value.getLong());
  }
}
