package nth.local.payer;

import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Begins and ends with the application, where the payer is switched on. */
final class PayerStart implements SmartLifecycle {

  private final MessageListenerContainer container;
  private final boolean enabled;

  PayerStart(MessageListenerContainer container, boolean enabled) {
    this.container = container;
    this.enabled = enabled;
  }

  @Override
  public boolean isAutoStartup() {
    return enabled;
  }

  @Override
  public void start() {
    container.start();
  }

  @Override
  public void stop() {
    container.stop();
  }

  @Override
  public boolean isRunning() {
    return container.isRunning();
  }
}
