package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.time.Instant;
import nth.contract.Position;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.sequencer.domain.Entrant;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Format 1: seq (8 bytes), partition (4) and offset (8) of the command, log time in ms (8), then
 * the request id in ASCII to the end. There is one per entry, so it is kept small.
 */
public final class EntrantFormat {

  private static final int FIXED_BYTES = 1 + Long.BYTES + Integer.BYTES + 2 * Long.BYTES;

  private EntrantFormat() {}

  public static Serde<Entrant> serde() {
    return Serdes.serdeFrom((topic, entrant) -> write(entrant), (topic, bytes) -> read(bytes));
  }

  private static byte[] write(Entrant entrant) {
    byte[] requestId = entrant.requestId().value().getBytes(US_ASCII);
    return ByteBuffer.allocate(FIXED_BYTES + requestId.length)
        .put(Format.ONE)
        .putLong(entrant.seq().value())
        .putInt(entrant.position().partition())
        .putLong(entrant.position().offset())
        .putLong(entrant.numberedAt().toEpochMilli())
        .put(requestId)
        .array();
  }

  private static Entrant read(byte[] bytes) {
    ByteBuffer value = Format.open(Stores.ENTRANTS, bytes);
    Seq seq = new Seq(value.getLong());
    Position position = new Position(value.getInt(), value.getLong());
    Instant numberedAt = Instant.ofEpochMilli(value.getLong());
    String requestId = US_ASCII.decode(value).toString();
    return new Entrant(seq, new RequestId(requestId), position, numberedAt);
  }
}
