package nth.ingress;

import io.lettuce.core.AbstractRedisClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Whether Redis is there. A thread of its own connects, and tries every second a whole change of a
 * bucket, since a Redis may well answer and yet refuse to write; nobody else ever waits for one
 * that is away.
 */
final class SharedStore implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(SharedStore.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Allowance PROBE = new Allowance("probe", 1_000, 1_000);

  private enum State {
    UNKNOWN,
    UP,
    AWAY
  }

  private final Supplier<AbstractRedisClient> client;
  private final Duration patience;
  private final Counter fallbacks;
  private final AtomicReference<@Nullable SharedLink> link = new AtomicReference<>();
  private final AtomicReference<State> state = new AtomicReference<>(State.UNKNOWN);
  private final ScheduledExecutorService watch;
  private volatile boolean running;

  /**
   * @param patience how long an answer may take
   */
  SharedStore(Supplier<AbstractRedisClient> client, Duration patience, MeterRegistry meters) {
    this.client = client;
    this.patience = patience;
    this.fallbacks =
        Counter.builder("nth.ratelimit.store.fallbacks")
            .description("Requests that this instance judged alone, for want of Redis")
            .register(meters);
    Gauge.builder("nth.ratelimit.store.up", this, store -> store.link() == null ? 0 : 1)
        .description("Whether Redis is there for the limits")
        .register(meters);
    this.watch =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "ingress-redis");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public void start() {
    running = true;
    watch.scheduleWithFixedDelay(this::check, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Before the client of Redis does, so that this is not taken for a loss. */
  @Override
  public void stop() {
    running = false;
    watch.shutdownNow();
    SharedLink last = link.getAndSet(null);
    if (last != null) {
      last.close();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** A watch that was shut down cannot start again. */
  @Override
  public boolean isPauseable() {
    return false;
  }

  @Override
  public int getPhase() {
    return IngressConfiguration.BEHIND_THE_WEB_SERVER;
  }

  Duration patience() {
    return patience;
  }

  /** Null while Redis is away. */
  @Nullable SharedLink link() {
    return link.get();
  }

  /** A request was decided by this instance alone. */
  void fellBack() {
    fallbacks.increment();
  }

  /** Is used no more; the first one to notice says so. */
  void lost(SharedLink used, Throwable fault) {
    if (link.compareAndSet(used, null)) {
      used.close();
      away(fault);
    }
  }

  private void check() {
    SharedLink current = link.get();
    try {
      if (current == null) {
        connect();
      } else {
        probe(current);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException | RuntimeException fault) {
      if (current == null) {
        away(fault);
      } else {
        lost(current, fault);
      }
    }
  }

  private void connect() throws InterruptedException, ExecutionException, TimeoutException {
    SharedLink opened = SharedLink.open(client.get());
    boolean sound = false;
    try {
      probe(opened);
      sound = true;
    } finally {
      if (!sound) {
        opened.close();
      }
    }
    link.set(opened);
    if (!running && link.compareAndSet(opened, null)) {
      opened.close();
    }
    if (state.getAndSet(State.UP) == State.AWAY) {
      log.info("Redis is there: there is one limit for all instances");
    }
  }

  private void probe(SharedLink some)
      throws InterruptedException, ExecutionException, TimeoutException {
    some.bucket(PROBE, "").tryConsume(1).get(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void away(Throwable fault) {
    if (running && state.getAndSet(State.AWAY) != State.AWAY) {
      log.warn("Redis is away: each instance has limits of its own meanwhile ({})", told(fault));
    }
  }

  private static String told(Throwable fault) {
    Throwable cause = fault instanceof ExecutionException ? fault.getCause() : fault;
    return String.valueOf(cause);
  }
}
