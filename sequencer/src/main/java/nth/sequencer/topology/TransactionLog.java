package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nth.contract.PartitionReader;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * What Kafka's transaction coordinator wrote down about transactions that are over. Its records are
 * binary: a version, then fields of fixed width of which the first few are read here.
 */
final class TransactionLog {

  private static final String TOPIC = "__transaction_state";
  private static final int NEWEST_VERSION = 1;

  static final byte EMPTY = 0;
  static final byte ONGOING = 1;
  static final byte PREPARE_COMMIT = 2;
  static final byte PREPARE_ABORT = 3;
  static final byte COMPLETE_COMMIT = 4;
  static final byte COMPLETE_ABORT = 5;

  /** What became of a transaction. */
  enum Outcome {
    /** Its end is not written down everywhere yet. */
    UNDER_WAY,
    COMMITTED,
    ABORTED,
    UNTOLD
  }

  /** A record: the state in which a transactional id came to be. */
  record Entry(long producerId, int epoch, byte state) {}

  private final Map<String, Object> consumer;

  /**
   * @param base how to reach the broker
   */
  TransactionLog(Map<String, Object> base) {
    consumer = PartitionReader.settings(base);
  }

  /**
   * Safe only where every transaction has an epoch of its own ({@code transaction.version} 2).
   *
   * @throws org.apache.kafka.common.KafkaException if it cannot be read
   */
  Outcome outcome(String transactionalId, long producerId, int epoch) {
    return outcome(read(transactionalId), producerId, epoch);
  }

  static Outcome outcome(List<Entry> entries, long producerId, int epoch) {
    Outcome outcome = Outcome.UNTOLD;
    for (Entry entry : entries) {
      if (entry.state() == ONGOING && entry.producerId() == producerId && entry.epoch() == epoch) {
        outcome = Outcome.UNDER_WAY;
      } else if (outcome == Outcome.UNDER_WAY) {
        outcome =
            switch (entry.state()) {
              case PREPARE_COMMIT, PREPARE_ABORT -> Outcome.UNDER_WAY;
              case COMPLETE_COMMIT -> Outcome.COMMITTED;
              case COMPLETE_ABORT -> Outcome.ABORTED;
              // Something else came next: its end was compacted away.
              default -> Outcome.UNTOLD;
            };
      }
    }
    return outcome;
  }

  private List<Entry> read(String transactionalId) {
    var home = new TopicPartition(TOPIC, Home.of(transactionalId, partitions()));
    List<Entry> entries = new ArrayList<>();
    try (var reader = new PartitionReader(consumer, home, 0, Long.MAX_VALUE)) {
      while (reader.hasNext()) {
        entry(reader.next(), transactionalId).ifPresent(entries::add);
      }
    }
    return entries;
  }

  private int partitions() {
    try (Consumer<byte[], byte[]> asking = new KafkaConsumer<>(consumer)) {
      return asking.partitionsFor(TOPIC).size();
    }
  }

  private static Optional<Entry> entry(ConsumerRecord<byte[], byte[]> record, String id) {
    if (record.value() == null || !isOf(record.key(), id)) {
      return Optional.empty();
    }
    ByteBuffer value = ByteBuffer.wrap(record.value());
    int version = value.getShort();
    if (version > NEWEST_VERSION) {
      return Optional.empty();
    }
    long producerId = value.getLong();
    int epoch = value.getShort();
    value.getInt(); // The time-out.
    return Optional.of(new Entry(producerId, epoch, value.get()));
  }

  /** A version, a length, the id. */
  private static boolean isOf(byte[] key, String id) {
    ByteBuffer bytes = ByteBuffer.wrap(key);
    return bytes.getShort() == 0
        && bytes.getShort() == bytes.remaining()
        && UTF_8.decode(bytes).toString().equals(id);
  }
}
