package nth.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import nth.contract.Topic;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/**
 * Looks at the topics at start and every 30 s, where no other interval is given. Waits while they
 * are missing at first; if they are wrong at first sight the process ends; if they turn wrong
 * later, or are replaced by others of the same name, health is DOWN until they are right again. A
 * broker that does not answer says nothing about its topics; one that refuses to is told of.
 */
public final class TopicWatch implements HealthIndicator, SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(TopicWatch.class);
  private static final Duration WAITING = Duration.ofMillis(500);
  private static final Duration REFUSED = Duration.ofSeconds(3);
  private static final Duration WATCHING = Duration.ofSeconds(30);

  /** A look at the broker. */
  public interface Look {

    /**
     * @throws ExecutionException if the broker did not answer
     */
    Topics.Findings take() throws ExecutionException, InterruptedException;
  }

  private final Look look;
  private final ProcessExit exit;
  private final Duration interval;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "topic-watch");
            thread.setDaemon(true);
            return thread;
          });

  private volatile Map<String, Uuid> ids = Map.of();
  private volatile List<String> faults = List.of("the topics have not been seen yet");
  private volatile @Nullable String refusal;
  private volatile boolean running;

  public TopicWatch(
      Admin admin, TopicSettings settings, Collection<Topic<?>> topics, ProcessExit exit) {
    this(() -> Topics.verify(admin, settings, topics), exit, WATCHING);
  }

  /**
   * @param interval between two looks once the topics have been seen
   */
  public TopicWatch(Look look, ProcessExit exit, Duration interval) {
    this.look = look;
    this.exit = exit;
    this.interval = interval;
  }

  /** Whether the topics were what they must be when last looked at. */
  public boolean sound() {
    return faults.isEmpty();
  }

  /**
   * @param part of nth, which may share its JVM with others
   */
  public MeterBinder meters(String part) {
    return meters ->
        Gauge.builder("nth.topics.sound", this, watch -> watch.sound() ? 1 : 0)
            .description("Whether the topics were what they must be when last looked at")
            .tag("part", part)
            .register(meters);
  }

  /** What was wrong when last looked at, one sentence each. */
  public List<String> faults() {
    return faults;
  }

  /** The id the topic had at first sight; empty until then. */
  public Optional<Uuid> id(Topic<?> topic) {
    return Optional.ofNullable(ids.get(topic.name()));
  }

  private boolean seen() {
    return !ids.isEmpty();
  }

  /** Looks now, and again by itself. */
  private void look() {
    try {
      judge(look.take());
      told(null);
    } catch (ExecutionException e) {
      log.debug("The broker did not say what its topics are", e);
      // One that does not answer at all has not changed its mind.
      Refusal.of(e).ifPresent(this::told);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // What is thrown from here would be the last look, in silence.
      log.error("Looking at the topics failed", e);
    }
    if (running) {
      Duration pause = seen() ? interval : refusal == null ? WAITING : REFUSED;
      clock.schedule(this::look, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void told(@Nullable String now) {
    if (now != null && !now.equals(refusal)) {
      log.warn("The broker refuses to say what its topics are: {}", now);
    } else if (now == null && refusal != null) {
      log.info("The broker says what its topics are");
    }
    refusal = now;
  }

  private void judge(Topics.Findings found) {
    if (!seen()) {
      judgeFirst(found);
      return;
    }
    List<String> now = new ArrayList<>(found.faults());
    found.missing().forEach(name -> now.add(name + " is gone"));
    found.ids().entrySet().stream()
        .filter(topic -> !topic.getValue().equals(ids.get(topic.getKey())))
        .forEach(topic -> now.add(topic.getKey() + " is not the topic it was at start"));
    if (!now.equals(faults)) {
      log.error("Topics: {}", now.isEmpty() ? "right again" : String.join("; ", now));
    }
    faults = List.copyOf(now);
  }

  private void judgeFirst(Topics.Findings found) {
    if (!found.faults().isEmpty()) {
      faults = found.faults();
      exit.because("Topics are not what they must be: " + String.join("; ", found.faults()));
      running = false;
    } else if (found.missing().isEmpty()) {
      ids = found.ids();
      faults = List.of();
    } else {
      faults = found.missing().stream().map(name -> name + " does not exist yet").toList();
    }
  }

  @Override
  public Health health() {
    List<String> now = faults;
    String refused = refusal;
    Health.Builder health = now.isEmpty() ? Health.up() : Health.down().withDetail("faults", now);
    if (refused != null) {
      health.withDetail("refused", refused);
    }
    return health.build();
  }

  @Override
  public void start() {
    running = true;
    clock.execute(this::look);
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
