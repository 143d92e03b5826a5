package nth.sequencer.audit;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import nth.contract.DeadLetter;
import nth.contract.DeadLetterReason;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/** Puts records aside. Whoever asked may go on only when the broker has it. */
final class AuditDeadLetters implements AutoCloseable {

  static final int DELIVERY_TIMEOUT_MS = 15_000;
  static final int MAX_BLOCK_MS = 10_000;
  private static final int REQUEST_TIMEOUT_MS = 10_000;

  private final DefaultKafkaProducerFactory<byte[], byte[]> producers;
  private final KafkaTemplate<byte[], byte[]> template;

  /**
   * @param base how to reach the broker
   */
  AuditDeadLetters(Map<String, Object> base) {
    producers = new DefaultKafkaProducerFactory<>(settings(base));
    template = new KafkaTemplate<>(producers);
  }

  static Map<String, Object> settings(Map<String, Object> base) {
    Map<String, Object> settings = new TreeMap<>(base);
    settings.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
    return settings;
  }

  /**
   * @throws KafkaException if the broker did not take it
   */
  void put(ConsumerRecord<byte[], byte[]> record, DeadLetterReason reason, String detail) {
    var source =
        new DeadLetter.Source(
            record.topic(), record.partition(), record.offset(), record.timestamp());
    DeadLetter letter =
        DeadLetter.of(record.key(), record.value(), record.headers(), source, reason, detail);
    // No partition: the source's own number need not exist there.
    var aside =
        new ProducerRecord<byte[], byte[]>(
            Topics.DEAD_LETTERS.name(), null, letter.key(), letter.value(), letter.headers());
    try {
      template.send(aside).get();
    } catch (ExecutionException e) {
      throw new KafkaException("a dead letter was not taken", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  @Override
  public void close() {
    producers.destroy();
  }
}
