package nth.sequencer.webhook;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.CommittedReads;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.util.backoff.ExponentialBackOff;

/** How wins and closings are read: one at a time, in order, and none is ever given up. */
final class WebhookContainer {

  static final String GROUP = "nth-webhooks";
  static final int MAX_POLL_INTERVAL_MS = 300_000;
  static final long LONGEST_PAUSE_MS = 30_000;

  private static final long FIRST_PAUSE_MS = 500;
  private static final double RISE = 2;
  private static final Duration AUTHORIZATION_PAUSE = Duration.ofSeconds(10);
  private static final int METADATA_MAX_AGE_MS = 10_000;

  private WebhookContainer() {}

  /**
   * @param base how to reach the broker
   * @param session after this much silence another instance reads
   */
  static Map<String, Object> settings(Map<String, Object> base, Duration session) {
    int sessionMs = Math.toIntExact(session.toMillis());
    Map<String, Object> own = new TreeMap<>();
    own.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
    own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // With one record per poll the longest time between two polls is that of one record.
    own.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    own.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MAX_POLL_INTERVAL_MS);
    own.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionMs);
    own.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, sessionMs / 3);
    // A topic that is created after the start is seen soon.
    own.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA_MAX_AGE_MS);
    return CommittedReads.settings(base, own);
  }

  static KafkaMessageListenerContainer<byte[], byte[]> of(
      WebhookReader reader, Map<String, Object> settings, WebhookAlarm alarm) {
    var properties = new ContainerProperties(Topics.WINNERS.name(), Topics.PROMOTIONS.name());
    properties.setMessageListener(reader);
    properties.setGroupId(GROUP);
    properties.setAckMode(ContainerProperties.AckMode.MANUAL_IMMEDIATE);
    properties.setAuthExceptionRetryInterval(AUTHORIZATION_PAUSE);
    var listening = new WebhookListening(alarm);
    properties.setConsumerRebalanceListener(listening);
    var consumers = new DefaultKafkaConsumerFactory<byte[], byte[]>(settings);
    var container = new KafkaMessageListenerContainer<byte[], byte[]>(consumers, properties);
    container.setBeanName(GROUP);
    container.setCommonErrorHandler(forEver(alarm));
    container.setApplicationEventPublisher(listening);
    return container;
  }

  private static DefaultErrorHandler forEver(WebhookAlarm alarm) {
    var handler = new DefaultErrorHandler(backOff());
    // No exception is fatal here: spring-kafka's own list would skip the record.
    handler.setClassifications(Map.of(), true);
    handler.setLogLevel(KafkaException.Level.DEBUG);
    handler.setRetryListeners(
        (record, failure, attempt) ->
            alarm.waiting(
                WebhookAlarm.READING,
                NestedExceptionUtils.getMostSpecificCause(failure).toString()));
    return handler;
  }

  static ExponentialBackOff backOff() {
    var backOff = new ExponentialBackOff(FIRST_PAUSE_MS, RISE);
    backOff.setMaxInterval(LONGEST_PAUSE_MS);
    return backOff;
  }
}
