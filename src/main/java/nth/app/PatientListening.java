package nth.app;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.kafka.event.ConsumerRetryAuthEvent;
import org.springframework.kafka.event.ConsumerRetryAuthSuccessfulEvent;
import org.springframework.kafka.event.ConsumerStoppedEvent;
import org.springframework.kafka.event.ConsumerStoppedEvent.Reason;
import org.springframework.kafka.event.ListenerContainerIdleEvent;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/** Tells of what keeps a listener from its records: they are forbidden, or they are gone. */
final class PatientListening implements ConsumerAwareRebalanceListener, ApplicationEventPublisher {

  private final String topic;
  private final ListeningAlarm alarm;

  PatientListening(String topic, ListeningAlarm alarm) {
    this.topic = topic;
    this.alarm = alarm;
  }

  /** A topic that lost its oldest records is read from where it starts, but not in silence. */
  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(partitions));
    consumer
        .beginningOffsets(partitions)
        .forEach(
            (partition, start) -> {
              OffsetAndMetadata position = committed.get(partition);
              long next = position == null ? 0 : position.offset();
              if (start > next) {
                alarm.lost("%s from %d to %d".formatted(partition, next, start - 1));
              }
            });
  }

  @Override
  public void onPartitionsRevokedAfterCommit(
      Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    release(partitions);
  }

  @Override
  public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    release(partitions);
  }

  private void release(Collection<TopicPartition> partitions) {
    if (!partitions.isEmpty()) {
      alarm.released(topic);
    }
  }

  @Override
  public void publishEvent(ApplicationEvent event) {
    if (event instanceof ConsumerRetryAuthEvent refused) {
      alarm.waiting(topic, "the broker refuses it: " + refused.getReason());
    } else if (event instanceof ConsumerRetryAuthSuccessfulEvent) {
      alarm.working(topic);
    } else if (event instanceof ConsumerStoppedEvent stopped) {
      stopped(stopped.getReason());
    } else if (event instanceof ListenerContainerIdleEvent) {
      alarm.idle();
    }
  }

  /** It is said last, behind the release of the partitions, so nothing takes it back. */
  private void stopped(Reason why) {
    if (why != Reason.NORMAL) {
      alarm.waiting(topic, "its listener ended: " + why);
    }
  }

  /** Containers have other events too, of no interest here. */
  @Override
  public void publishEvent(Object event) {}
}
