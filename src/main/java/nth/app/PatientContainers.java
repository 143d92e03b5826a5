package nth.app;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.CommittedReads;
import nth.contract.Topic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.GenericMessageListener;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Listeners that commit record by record and never give up on one: a fault is waited out, longer
 * each time but always short enough to stay in the group.
 */
public final class PatientContainers {

  public static final int MAX_POLL_INTERVAL_MS = 300_000;

  static final Duration AUTHORIZATION_PAUSE = Duration.ofSeconds(10);
  private static final long IDLE_MS = 10_000;
  private static final long FIRST_PAUSE_MS = 500;
  private static final double RISE = 2;
  private static final int SESSION_TIMEOUT_MS = 6_000;
  private static final int METADATA_MAX_AGE_MS = 10_000;

  private PatientContainers() {}

  /**
   * @param base how to reach the broker
   */
  public static Map<String, Object> settings(String group, Map<String, Object> base) {
    Map<String, Object> own = new TreeMap<>();
    own.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // With one record per poll the longest time between two polls is that of one record.
    own.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    own.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, pollIntervalMs(base));
    // Kafka would miss a killed instance after 45 s only; 6 s is the least every broker allows.
    own.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    own.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_TIMEOUT_MS / 3);
    // A topic that is created after the start is seen soon.
    own.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA_MAX_AGE_MS);
    return CommittedReads.settings(base, own);
  }

  /**
   * One that is not started yet. It must not be a bean: Spring would take its events away.
   *
   * @param base how to reach the broker
   */
  public static KafkaMessageListenerContainer<byte[], byte[]> of(
      Topic<?> topic,
      String group,
      ContainerProperties.AckMode commits,
      GenericMessageListener<?> listener,
      Map<String, Object> base,
      ListeningAlarm alarm) {
    var properties = new ContainerProperties(topic.name());
    properties.setMessageListener(listener);
    properties.setGroupId(group);
    properties.setAckMode(commits);
    // Without it a refusal by the broker would end the listener for good.
    properties.setAuthExceptionRetryInterval(AUTHORIZATION_PAUSE);
    properties.setIdleEventInterval(IDLE_MS);
    // Also before the first record.
    properties.setIdleBeforeDataMultiplier(1);
    PatientListening listening = new PatientListening(topic.name(), alarm);
    properties.setConsumerRebalanceListener(listening);
    var consumers = new DefaultKafkaConsumerFactory<byte[], byte[]>(settings(group, base));
    var container = new KafkaMessageListenerContainer<byte[], byte[]>(consumers, properties);
    container.setBeanName(group + "-" + topic.name());
    container.setCommonErrorHandler(forEver(topic.name(), backOff(pollIntervalMs(base)), alarm));
    container.setApplicationEventPublisher(listening);
    container.setAutoStartup(false);
    return container;
  }

  private static DefaultErrorHandler forEver(String topic, BackOff pauses, ListeningAlarm alarm) {
    var handler = new DefaultErrorHandler(pauses);
    // No exception is fatal here: spring-kafka's own list would skip the record.
    handler.setClassifications(Map.of(), true);
    handler.setLogLevel(KafkaException.Level.DEBUG);
    handler.setRetryListeners(
        (record, failure, attempt) ->
            alarm.waiting(topic, gist(NestedExceptionUtils.getMostSpecificCause(failure))));
    return handler;
  }

  /** Further lines of a database's complaint repeat values, and may name somebody. */
  private static String gist(Throwable fault) {
    String said = fault.toString();
    return said.lines().findFirst().orElse(said);
  }

  public static ExponentialBackOff backOff() {
    return backOff(MAX_POLL_INTERVAL_MS);
  }

  /** No pause is longer than a tenth of the interval, so that a record has time as well. */
  private static ExponentialBackOff backOff(int pollIntervalMs) {
    var backOff = new ExponentialBackOff(FIRST_PAUSE_MS, RISE);
    backOff.setMaxInterval(pollIntervalMs / 10);
    return backOff;
  }

  private static int pollIntervalMs(Map<String, Object> base) {
    Object wanted =
        base.getOrDefault(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MAX_POLL_INTERVAL_MS);
    return Integer.parseInt(String.valueOf(wanted));
  }
}
