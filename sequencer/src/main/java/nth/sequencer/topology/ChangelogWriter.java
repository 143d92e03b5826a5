package nth.sequencer.topology;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes state as Streams would have. */
final class ChangelogWriter implements AutoCloseable {

  private final Producer<byte[], byte[]> producer;
  private volatile @Nullable Exception failure;

  /**
   * @param base how to reach the broker
   */
  ChangelogWriter(Map<String, Object> base) {
    Map<String, Object> settings = new TreeMap<>(base);
    settings.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  BiConsumer<byte[], byte[]> to(String store, int partition) {
    String topic = Changelogs.name(store);
    return (key, value) ->
        producer.send(
            new ProducerRecord<>(topic, partition, key, value),
            (sent, failed) -> {
              if (failed != null) {
                failure = failed;
              }
            });
  }

  /** A guard of nothing is none. */
  void write(int partition, Guard guard) {
    if (guard.lastOffset() >= 0) {
      byte[] key = Stores.GUARD_KEY.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      to(Stores.GUARD, partition)
          .accept(key, GuardFormat.serde().serializer().serialize("", guard));
    }
  }

  /**
   * Returns when the broker has everything.
   *
   * @throws KafkaException if it did not take something
   */
  void flush() {
    producer.flush();
    Exception failed = failure;
    if (failed != null) {
      throw new KafkaException("A changelog was not written", failed);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
