package nth.app;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Looks at the broker again and again, on a thread of its own. One that does not answer shows in
 * what is measured; one that refuses is told of, once.
 */
public final class Repeated implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(Repeated.class);

  /** A look at the broker. */
  public interface Look {

    /**
     * @throws ExecutionException if the broker did not answer
     */
    void take() throws ExecutionException, InterruptedException;
  }

  private final String name;
  private final Duration interval;
  private final Look look;
  private final ScheduledExecutorService clock;
  private volatile boolean running;

  /** Of the thread that looks. */
  private @Nullable String refusal;

  /**
   * @param name of the thread, and in logs
   */
  public Repeated(String name, Duration interval, Look look) {
    this.name = name;
    this.interval = interval;
    this.look = look;
    clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
  }

  private void look() {
    try {
      look.take();
      refusal = null;
    } catch (ExecutionException e) {
      log.debug("{}: the broker did not answer", name, e);
      Refusal.of(e).ifPresent(this::tell);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // What is thrown from here would be the last look, in silence.
      log.error("{} failed", name, e);
    }
  }

  private void tell(String now) {
    if (!now.equals(refusal)) {
      log.warn("{}: the broker refuses to answer: {}", name, now);
    }
    refusal = now;
  }

  @Override
  public void start() {
    running = true;
    long pause = interval.toMillis();
    clock.scheduleWithFixedDelay(this::look, pause, pause, TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() {
    running = false;
    clock.shutdownNow();
  }

  /** It cannot start twice. */
  @Override
  public boolean isPauseable() {
    return false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
