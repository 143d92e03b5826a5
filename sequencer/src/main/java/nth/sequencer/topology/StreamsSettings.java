package nth.sequencer.topology;

import static org.apache.kafka.streams.StreamsConfig.consumerPrefix;
import static org.apache.kafka.streams.StreamsConfig.mainConsumerPrefix;
import static org.apache.kafka.streams.StreamsConfig.producerPrefix;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import nth.contract.TopicSettings;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/** Every Streams option the promises of the line rest on, written out and not inherited. */
public final class StreamsSettings {

  /** Frozen: the group, the changelogs and the transactions are named after it. */
  public static final String APPLICATION_ID = "nth-sequencer";

  private static final int REQUEST_TIMEOUT_MS = 3_000;
  private static final long CONNECTION_SETUP_TIMEOUT_MS = 2_000;
  private static final int MAX_POLL_INTERVAL_MS = 120_000;
  private static final long COMMIT_INTERVAL_MS = 50;
  private static final int MAX_POLL_RECORDS = 200;
  private static final long CACHE_BYTES = 16L * 1024 * 1024;

  private StreamsSettings() {}

  /**
   * @param base how to reach the broker
   */
  public static Properties of(
      Map<String, Object> base, TopicSettings topics, Path stateDir, LineTimeouts timeouts) {
    Properties settings = new Properties();
    settings.putAll(base);
    putLine(settings, topics, stateDir);
    putFaults(settings);
    putConsumer(settings, timeouts);
    putProducer(settings, timeouts);
    putPatience(settings);
    return settings;
  }

  private static void putLine(Properties settings, TopicSettings topics, Path stateDir) {
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION_ID);
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
    settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, topics.replicationFactor());
    int standbys = topics.replicationFactor() > 1 ? 1 : 0;
    settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbys);
    // A line that numbers is not moved to an instance that would first have to restore.
    settings.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, 0L);
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
    settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    settings.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
  }

  /** Nothing is ever skipped: each of these fails, and the thread or the line with it. */
  private static void putFaults(Properties settings) {
    settings.put(
        StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
        LogAndFailExceptionHandler.class);
    settings.put(
        StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
        LogAndFailProcessingExceptionHandler.class);
    settings.put(
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
        DefaultProductionExceptionHandler.class);
  }

  /** Kafka's defaults of 30 s and 10 s are how long a broker that hangs would hold up the line. */
  private static void putPatience(Properties settings) {
    for (String client :
        List.of(consumerPrefix(""), producerPrefix(""), StreamsConfig.adminClientPrefix(""))) {
      settings.put(client + CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
      settings.put(
          client + CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG,
          CONNECTION_SETUP_TIMEOUT_MS);
    }
  }

  private static void putConsumer(Properties settings, LineTimeouts timeouts) {
    settings.put(consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
    settings.put(consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), timeouts.sessionMs());
    settings.put(
        consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), timeouts.heartbeatMs());
    settings.put(consumerPrefix(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG), MAX_POLL_INTERVAL_MS);
    settings.put(mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), MAX_POLL_RECORDS);
    settings.put(mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "none");
  }

  private static void putProducer(Properties settings, LineTimeouts timeouts) {
    settings.put(producerPrefix(ProducerConfig.ACKS_CONFIG), "all");
    settings.put(producerPrefix(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG), true);
    // A killed process's open transaction holds back every reader until then.
    settings.put(
        producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), timeouts.transactionMs());
  }
}
