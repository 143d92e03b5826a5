package nth.local.payer;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import nth.contract.CommittedReads;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.util.backoff.ExponentialBackOff;

/** How wins are read: one at a time, in order, and none is ever given up. */
final class PayerContainer {

  static final String GROUP = "nth-payer";
  static final int MAX_POLL_INTERVAL_MS = 300_000;
  static final long LONGEST_PAUSE_MS = 30_000;
  private static final long FIRST_PAUSE_MS = 500;
  private static final double RISE = 2;
  private static final int SESSION_TIMEOUT_MS = 6_000;
  private static final int METADATA_MAX_AGE_MS = 10_000;

  private PayerContainer() {}

  /**
   * @param base how to reach the broker
   */
  static Map<String, Object> settings(Map<String, Object> base) {
    Map<String, Object> own = new TreeMap<>();
    own.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
    own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // With one record per poll the longest time between two polls is that of one record.
    own.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    own.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MAX_POLL_INTERVAL_MS);
    own.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    own.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_TIMEOUT_MS / 3);
    own.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA_MAX_AGE_MS);
    return CommittedReads.settings(base, own);
  }

  static KafkaMessageListenerContainer<byte[], byte[]> of(
      Payer payer, Map<String, Object> base, PayerAlarm alarm) {
    var properties = new ContainerProperties(Topics.WINNERS.name());
    properties.setMessageListener(payer);
    properties.setGroupId(GROUP);
    properties.setAckMode(ContainerProperties.AckMode.MANUAL_IMMEDIATE);
    properties.setConsumerRebalanceListener(new Losses(alarm));
    var consumers = new DefaultKafkaConsumerFactory<byte[], byte[]>(settings(base));
    var container = new KafkaMessageListenerContainer<byte[], byte[]>(consumers, properties);
    container.setBeanName(GROUP);
    container.setCommonErrorHandler(forEver(alarm));
    return container;
  }

  private static DefaultErrorHandler forEver(PayerAlarm alarm) {
    var handler = new DefaultErrorHandler(backOff());
    // No exception is fatal here: spring-kafka's own list would skip the win.
    handler.setClassifications(Map.of(), true);
    handler.setLogLevel(KafkaException.Level.DEBUG);
    handler.setRetryListeners(
        (record, failure, attempt) ->
            alarm.waiting(NestedExceptionUtils.getMostSpecificCause(failure).toString()));
    return handler;
  }

  static ExponentialBackOff backOff() {
    var backOff = new ExponentialBackOff(FIRST_PAUSE_MS, RISE);
    backOff.setMaxInterval(LONGEST_PAUSE_MS);
    return backOff;
  }

  /** Wins that were deleted before they were read are not passed over in silence. */
  private record Losses(PayerAlarm alarm) implements ConsumerAwareRebalanceListener {
    @Override
    public void onPartitionsAssigned(
        Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
      Map<TopicPartition, OffsetAndMetadata> read = consumer.committed(Set.copyOf(partitions));
      consumer
          .beginningOffsets(partitions)
          .forEach(
              (partition, start) -> {
                OffsetAndMetadata position = read.get(partition);
                long next = position == null ? 0 : position.offset();
                if (start > next) {
                  alarm.lost("%s from %d to %d".formatted(partition, next, start - 1));
                }
              });
    }
  }
}
