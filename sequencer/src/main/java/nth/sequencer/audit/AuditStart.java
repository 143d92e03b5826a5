package nth.sequencer.audit;

import java.util.List;
import nth.app.PatientContainers;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.util.backoff.BackOffExecution;

/**
 * Prepares the tables as soon as the database answers, then lets the mirror begin. The line does
 * not wait for either.
 */
final class AuditStart implements SmartLifecycle {

  private final Flyway flyway;
  private final List<MessageListenerContainer> containers;
  private final AuditAlarm alarm;
  private volatile @Nullable Thread thread;
  private volatile boolean running;

  AuditStart(Flyway flyway, List<MessageListenerContainer> containers, AuditAlarm alarm) {
    this.flyway = flyway;
    this.containers = containers;
    this.alarm = alarm;
  }

  @Override
  public void start() {
    running = true;
    Thread starting = new Thread(this::run, "audit-start");
    starting.setDaemon(true);
    thread = starting;
    starting.start();
  }

  private void run() {
    BackOffExecution pauses = PatientContainers.backOff().start();
    while (running) {
      try {
        flyway.migrate();
        begin();
        return;
      } catch (RuntimeException e) {
        if (!running) {
          return;
        }
        alarm.waiting(
            AuditAlarm.TABLES,
            String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString()));
        pause(pauses.nextBackOff());
      }
    }
  }

  private synchronized void begin() {
    if (running) {
      containers.forEach(MessageListenerContainer::start);
      alarm.mirroring(AuditAlarm.TABLES);
    }
  }

  private void pause(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      // Only stop() interrupts, and the loop ends.
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    synchronized (this) {
      running = false;
      containers.forEach(MessageListenerContainer::stop);
    }
    Thread starting = thread;
    if (starting != null) {
      starting.interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
