package nth.ingress;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import nth.app.Freshness;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What a 202 rests on. The waits add up to less than the 3 s within which a request is answered
 * although the broker does not: {@link Freshness#LONGEST}, then {@link #QUEUE}, then {@link
 * #BLOCK}, then {@link #DELIVERY}. What is left is for the way there and back.
 */
final class ProducerOptions {

  /** A command that is not handed to the producer by then never is. */
  static final Duration QUEUE = Duration.ofMillis(300);

  /** For metadata, or for room in the buffer. */
  static final Duration BLOCK = Duration.ofMillis(300);

  /** From being handed over to the last acknowledgement, retries included. */
  static final Duration DELIVERY = Duration.ofMillis(1_700);

  /** From being appended to the answer, whatever it is. */
  static final Duration ALL = QUEUE.plus(BLOCK).plus(DELIVERY);

  private static final int KIB = 1024;

  private ProducerOptions() {}

  /**
   * @param boot where the broker is and how to reach it; what matters here is set on top
   */
  static Map<String, Object> on(Map<String, Object> boot) {
    Map<String, Object> options = new TreeMap<>(boot);
    options.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    options.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    options.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    // Every in-sync replica has it, once, in the order it was sent.
    options.put(ProducerConfig.ACKS_CONFIG, "all");
    options.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    options.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 5);
    options.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
    options.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK.toMillis());
    options.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY.toMillis());
    options.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 1_500);
    options.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 50L);
    options.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 300L);
    options.put(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 50L);
    options.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500L);
    // A spike goes out in few large requests; a lone entry waits two milliseconds.
    options.put(ProducerConfig.LINGER_MS_CONFIG, 2L);
    options.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 * KIB);
    options.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L * KIB * KIB);
    options.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    return options;
  }
}
