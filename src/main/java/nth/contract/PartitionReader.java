package nth.contract;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** The committed records of a partition, in order, up to where it ended when this was opened. */
public final class PartitionReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition at;
  private final long end;
  private List<ConsumerRecord<byte[], byte[]>> batch = List.of();
  private int place;

  /**
   * @param settings as {@link #settings} makes them
   * @param from the first offset that is read
   * @param to the first that is not; {@link Long#MAX_VALUE} for all
   */
  public PartitionReader(Map<String, Object> settings, TopicPartition at, long from, long to) {
    this.at = at;
    consumer = new KafkaConsumer<>(settings);
    consumer.assign(List.of(at));
    consumer.seek(at, from);
    end = Math.min(to, consumer.endOffsets(List.of(at)).get(at));
  }

  /**
   * @param base how to reach the broker
   */
  public static Map<String, Object> settings(Map<String, Object> base) {
    return CommittedReads.settings(
        base, Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"));
  }

  public boolean hasNext() {
    while (place == batch.size() && consumer.position(at) < end) {
      batch = consumer.poll(POLL).records(at);
      place = 0;
    }
    return place < batch.size() && batch.get(place).offset() < end;
  }

  /** The next record; it stays the next. */
  public ConsumerRecord<byte[], byte[]> peek() {
    if (!hasNext()) {
      throw new NoSuchElementException(at.toString());
    }
    return batch.get(place);
  }

  public ConsumerRecord<byte[], byte[]> next() {
    ConsumerRecord<byte[], byte[]> record = peek();
    place++;
    return record;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
