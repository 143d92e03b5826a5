package nth.proof.verdict;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import nth.contract.CommittedReads;
import nth.contract.Topic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads what is committed on a topic from offset 0, with a limit to its patience. */
final class LogReading {

  private static final Duration POLL = Duration.ofMillis(200);

  private final String bootstrapServers;

  LogReading(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** A topic that does not move any more. */
  void read(Topic<?> topic, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    read(topic, taker, () -> true, Duration.ofSeconds(60));
  }

  /**
   * Reads to the end, and then goes on until it is enough or the patience is over.
   *
   * @throws IllegalStateException if not even the end as it was at the start is reached within the
   *     patience after the last record
   */
  void read(
      Topic<?> topic,
      Consumer<ConsumerRecord<byte[], byte[]>> taker,
      BooleanSupplier enough,
      Duration patience) {
    try (var consumer = new KafkaConsumer<byte[], byte[]>(settings())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic.name()).stream()
              .map(p -> new TopicPartition(topic.name(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
      long lastAt = System.nanoTime();
      while (true) {
        boolean atEnd = ends.entrySet().stream().allMatch(e -> reached(consumer, e));
        if (atEnd && enough.getAsBoolean()) {
          return;
        }
        var records = consumer.poll(POLL);
        records.forEach(taker);
        lastAt = records.isEmpty() ? lastAt : System.nanoTime();
        if (System.nanoTime() - lastAt > patience.toNanos()) {
          if (atEnd) {
            return;
          }
          throw new IllegalStateException(topic.name() + " cannot be read to its end");
        }
      }
    }
  }

  private static boolean reached(
      KafkaConsumer<byte[], byte[]> consumer, Map.Entry<TopicPartition, Long> end) {
    return consumer.position(end.getKey()) >= end.getValue();
  }

  private Map<String, Object> settings() {
    return CommittedReads.settings(Map.of("bootstrap.servers", bootstrapServers), Map.of());
  }
}
