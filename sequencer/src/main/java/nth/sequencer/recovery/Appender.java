package nth.sequencer.recovery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import nth.sequencer.operator.CannotGoOn;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes bytes and knows where the broker put them. */
final class Appender implements AutoCloseable {

  private static final int IN_FLIGHT = 10_000;

  private final Producer<byte[], byte[]> producer;
  private final Deque<Sent> sent = new ArrayDeque<>();

  private record Sent(long expected, Future<RecordMetadata> metadata) {}

  /**
   * @param base how to reach the broker
   */
  Appender(Map<String, Object> base) {
    Map<String, Object> settings = new TreeMap<>(base);
    settings.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Returns the offset it got. */
  long append(ProducerRecord<byte[], byte[]> record)
      throws ExecutionException, InterruptedException {
    return producer.send(record).get().offset();
  }

  /**
   * Sends it, and finds out later whether it got that offset.
   *
   * @throws CannotGoOn if an earlier one did not
   */
  void appendAt(ProducerRecord<byte[], byte[]> record, long offset)
      throws ExecutionException, InterruptedException {
    sent.add(new Sent(offset, producer.send(record)));
    if (sent.size() > IN_FLIGHT) {
      check(sent.remove());
    }
  }

  /** Returns when all of them are where they must be. */
  void finish() throws ExecutionException, InterruptedException {
    producer.flush();
    while (!sent.isEmpty()) {
      check(sent.remove());
    }
  }

  private static void check(Sent one) throws ExecutionException, InterruptedException {
    RecordMetadata found = one.metadata().get();
    if (found.offset() != one.expected()) {
      throw new CannotGoOn(
          "%s-%d gave %d where %d was expected: somebody else writes to it. Stop every ingress,"
                  .formatted(found.topic(), found.partition(), found.offset(), one.expected())
              + " delete the topic and restore again.");
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
