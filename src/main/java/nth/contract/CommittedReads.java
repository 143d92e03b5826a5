package nth.contract;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What every plain reader of the topics has in common: bytes, and of committed records only. */
public final class CommittedReads {

  private static final String COMMITTED = "read_committed";

  private static final int REQUEST_TIMEOUT_MS = 5_000;
  private static final long CONNECTION_SETUP_TIMEOUT_MS = 2_000;

  private CommittedReads() {}

  /**
   * Settings of a consumer that is in no group unless it says so.
   *
   * @param base how to reach the broker
   * @param own what this reader has of its own
   * @throws IllegalStateException if with these it would also read what is not committed
   */
  public static Map<String, Object> settings(Map<String, Object> base, Map<String, Object> own) {
    Map<String, Object> settings = new TreeMap<>(base);
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, COMMITTED);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    // Kafka's default of 30 s is how long a broker that hangs would hide what the others know.
    settings.putIfAbsent(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
    settings.putIfAbsent(
        ConsumerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, CONNECTION_SETUP_TIMEOUT_MS);
    settings.putAll(own);
    String effective =
        new ConsumerConfig(settings).getString(ConsumerConfig.ISOLATION_LEVEL_CONFIG);
    if (!COMMITTED.equals(effective)) {
      throw new IllegalStateException("a reader must be read_committed and is " + effective);
    }
    return settings;
  }
}
