package nth.sequencer.webhook;

import java.util.List;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Reading begins and ends with the application. */
final class WebhookStart implements SmartLifecycle {

  private final List<MessageListenerContainer> containers;
  private volatile boolean running;

  WebhookStart(List<MessageListenerContainer> containers) {
    this.containers = containers;
  }

  @Override
  public void start() {
    running = true;
    containers.forEach(MessageListenerContainer::start);
  }

  @Override
  public void stop() {
    running = false;
    containers.forEach(MessageListenerContainer::stop);
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
