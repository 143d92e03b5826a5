package nth.sequencer.replay;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import nth.contract.CommittedReads;
import nth.sequencer.operator.CannotGoOn;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads committed records from a broker, in large pieces. */
final class KafkaTape implements Tape {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int FETCH_BYTES = 4 * 1024 * 1024;
  private static final int MAX_POLL_RECORDS = 10_000;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final TopicPartition at;
  private final long end;
  private Iterator<ConsumerRecord<byte[], byte[]>> batch =
      List.<ConsumerRecord<byte[], byte[]>>of().iterator();

  /**
   * @param base how to reach the broker
   */
  KafkaTape(Map<String, Object> base, TopicPartition at, Range range) {
    this.at = at;
    this.end = range.end();
    consumer =
        new KafkaConsumer<>(
            CommittedReads.settings(
                base,
                Map.of(
                    ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
                    ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES,
                    ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS)));
    consumer.assign(List.of(at));
    consumer.seek(at, range.start());
  }

  @Override
  public @Nullable ConsumerRecord<byte[], byte[]> take() {
    if (!batch.hasNext()) {
      batch = fetch();
    }
    if (!batch.hasNext()) {
      return null;
    }
    ConsumerRecord<byte[], byte[]> record = batch.next();
    return record.offset() < end ? record : null;
  }

  /** Empty at the end only: markers and aborted records are passed. */
  private Iterator<ConsumerRecord<byte[], byte[]>> fetch() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (consumer.position(at) < end) {
      long before = consumer.position(at);
      var records = consumer.poll(POLL).records(at);
      if (!records.isEmpty()) {
        return records.iterator();
      }
      if (consumer.position(at) > before) {
        deadline = System.nanoTime() + PATIENCE.toNanos();
      } else if (System.nanoTime() > deadline) {
        throw new CannotGoOn(
            "%s could not be read beyond offset %d within %d s: its broker is away, or a transaction on it is open."
                .formatted(at, before, PATIENCE.toSeconds()));
      }
    }
    return List.<ConsumerRecord<byte[], byte[]>>of().iterator();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
