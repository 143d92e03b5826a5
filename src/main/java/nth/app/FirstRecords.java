package nth.app;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import nth.contract.PartitionReader;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** When the first committed record behind a place was written. For one thread. */
final class FirstRecords {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final Map<String, Object> settings;
  private @Nullable Consumer<byte[], byte[]> consumer;

  /**
   * @param base how to reach the broker
   */
  FirstRecords(Map<String, Object> base) {
    settings = PartitionReader.settings(base);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    // A fetch gives one batch at least, and of all that follows nothing is wanted.
    settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 1);
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
  }

  /** Offsets from a place to an end. */
  record Stretch(long from, long to) {}

  /**
   * What a stretch begins with.
   *
   * @param written null: it holds no record
   */
  record Found(@Nullable Instant written) {}

  /** Without those of which the broker did not tell soon, or whose records are not committed. */
  Map<TopicPartition, Found> of(Map<TopicPartition, Stretch> stretches) {
    Map<TopicPartition, Found> found = new HashMap<>();
    if (!stretches.isEmpty()) {
      try {
        read(stretches, found);
      } catch (KafkaException e) {
        close();
      }
    }
    return found;
  }

  private void read(Map<TopicPartition, Stretch> stretches, Map<TopicPartition, Found> found) {
    Consumer<byte[], byte[]> reader = consumer == null ? new KafkaConsumer<>(settings) : consumer;
    consumer = reader;
    reader.assign(stretches.keySet());
    // One that was assigned before is paused still.
    reader.resume(stretches.keySet());
    stretches.forEach((partition, stretch) -> reader.seek(partition, stretch.from()));
    long sinceNanos = System.nanoTime();
    while (found.size() < stretches.size() && System.nanoTime() - sinceNanos < PATIENCE.toNanos()) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        var partition = new TopicPartition(record.topic(), record.partition());
        found.putIfAbsent(partition, new Found(Instant.ofEpochMilli(record.timestamp())));
      }
      stretches.forEach(
          (partition, stretch) -> {
            if (!found.containsKey(partition) && reader.position(partition, POLL) >= stretch.to()) {
              found.put(partition, new Found(null));
            }
          });
      // What follows in them would keep the others waiting.
      reader.pause(found.keySet());
    }
  }

  void close() {
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
      consumer = null;
    }
  }
}
