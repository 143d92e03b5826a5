package nth.trace;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Has spring-kafka observe listeners that are no beans. */
public final class TracedListeners {

  private final ObservationRegistry observations;

  TracedListeners(ObservationRegistry observations) {
    this.observations = observations;
  }

  /**
   * @param container not started yet
   */
  public void observe(MessageListenerContainer container) {
    ContainerProperties properties = container.getContainerProperties();
    properties.setObservationEnabled(true);
    properties.setObservationRegistry(observations);
  }
}
