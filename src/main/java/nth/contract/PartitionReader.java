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
import org.apache.kafka.common.errors.TimeoutException;

/** The committed records of a partition, in order, up to where it ended when this was opened. */
public final class PartitionReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

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
    try {
      consumer.assign(List.of(at));
      consumer.seek(at, from);
      end = Math.min(to, consumer.endOffsets(List.of(at)).get(at));
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  /**
   * @param base how to reach the broker
   */
  public static Map<String, Object> settings(Map<String, Object> base) {
    return CommittedReads.settings(
        base, Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"));
  }

  /**
   * @throws TimeoutException if the broker gives nothing more for half a minute
   */
  public boolean hasNext() {
    if (place == batch.size()) {
      poll();
    }
    return place < batch.size() && batch.get(place).offset() < end;
  }

  private void poll() {
    long reached = consumer.position(at);
    long sinceNanos = System.nanoTime();
    while (place == batch.size() && consumer.position(at) < end) {
      batch = consumer.poll(POLL).records(at);
      place = 0;
      // What was aborted moves the position without a record.
      if (consumer.position(at) > reached) {
        reached = consumer.position(at);
        sinceNanos = System.nanoTime();
      } else if (System.nanoTime() - sinceNanos > PATIENCE.toNanos()) {
        throw new TimeoutException(
            "The broker gave nothing of %s behind %d for %d s"
                .formatted(at, reached, PATIENCE.toSeconds()));
      }
    }
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
