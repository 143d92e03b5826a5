package nth.notifier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import nth.contract.EventId;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The open streams, by what they listen to, and the one thread that tells them news. The reading
 * thread only leaves a mark, so marks of the same subject become one telling.
 */
final class Audience implements SmartLifecycle, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Audience.class);

  /** Four updates a second of a promotion; also how often silences are looked at. */
  private static final Duration BEAT = Duration.ofMillis(250);

  private static final double SHORTEST_LIFE = 0.8;

  private final Teller teller;
  private final NotifierSettings settings;
  private final Map<Subject, Set<LiveStream>> streams = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private final Set<Subject> news = ConcurrentHashMap.newKeySet();
  private final Set<Subject> slowNews = ConcurrentHashMap.newKeySet();
  private final Set<EventId> closings = ConcurrentHashMap.newKeySet();

  /** What could not be told yet; of the telling thread only. */
  private final Set<Subject> owed = new HashSet<>();

  private final AtomicBoolean told = new AtomicBoolean();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "notifier-audience");
            made.setDaemon(true);
            return made;
          });
  private volatile boolean running;

  Audience(Teller teller, NotifierSettings settings, MeterRegistry meters) {
    this.teller = teller;
    this.settings = settings;
    Gauge.builder("nth.notifier.streams", open, AtomicInteger::get)
        .description("Open streams")
        .register(meters);
  }

  /**
   * From its return on, the stream hears all news of its subject.
   *
   * @param until when it stops being known who listens; null: never
   * @throws Problem 503 {@code too_many_streams}, or {@code unavailable} while stopping
   */
  LiveStream enter(Subject subject, @Nullable Instant until) {
    if (!running) {
      throw new Problem(ProblemCode.UNAVAILABLE, "This instance is stopping.")
          .retryAfter(Duration.ofSeconds(1));
    }
    if (open.incrementAndGet() > settings.maxStreams()) {
      open.decrementAndGet();
      throw new Problem(ProblemCode.TOO_MANY_STREAMS, "All streams of this instance are taken.")
          .retryAfter(Jitter.between(Duration.ofSeconds(2), Duration.ofSeconds(10)));
    }
    long most = settings.streamLifetime().toMillis();
    Duration least = Duration.ofMillis((long) (most * SHORTEST_LIFE));
    Duration lifetime = Jitter.between(least, Duration.ofMillis(most));
    LiveStream stream = new LiveStream(subject, lifetime, until);
    streams.compute(
        subject,
        (key, known) -> {
          Set<LiveStream> all = known == null ? ConcurrentHashMap.newKeySet(1) : known;
          all.add(stream);
          return all;
        });
    if (!running) {
      stream.end();
    }
    return stream;
  }

  void leave(LiveStream stream) {
    streams.computeIfPresent(
        stream.subject(),
        (key, all) -> {
          if (all.remove(stream)) {
            open.decrementAndGet();
          }
          return all.isEmpty() ? null : all;
        });
  }

  /** Called by the reading thread, after the board has them. */
  void hear(Changes changes) {
    for (Subject subject : changes.subjects()) {
      if (streams.containsKey(subject)) {
        (subject.isPaced() ? slowNews : news).add(subject);
      }
    }
    closings.addAll(changes.closed());
    if (!(news.isEmpty() && closings.isEmpty()) && told.compareAndSet(false, true)) {
      thread.execute(guarded(this::tellNews));
    }
  }

  private void tellNews() {
    told.set(false);
    Set<EventId> closed = drained(closings);
    if (!closed.isEmpty()) {
      streams.keySet().stream()
          .filter(subject -> closed.contains(subject.eventId()))
          .forEach(this::tell);
    }
    drained(news).forEach(this::tell);
  }

  private void beat() {
    List.copyOf(owed).forEach(this::tell);
    drained(slowNews).forEach(this::tell);
    streams.values().forEach(all -> all.forEach(this::tick));
  }

  private void tick(LiveStream stream) {
    guarded(() -> stream.tick(settings.heartbeat())).run();
  }

  /** One subject's fault is not another's; every beat tries again what is owed. */
  private void tell(Subject subject) {
    try {
      tellNow(subject);
      owed.remove(subject);
    } catch (RuntimeException e) {
      if (owed.add(subject)) {
        log.error("News of {} could not be told, every beat tries again", subject.eventId(), e);
      }
    }
  }

  private void tellNow(Subject subject) {
    Set<LiveStream> listening = streams.getOrDefault(subject, Set.of());
    if (!listening.isEmpty()) {
      subject
          .toldBy(teller)
          .ifPresent(t -> listening.forEach(stream -> guarded(() -> stream.offer(t)).run()));
    }
  }

  /** What is marked while this runs is either in the answer or stays marked. */
  private static <T> Set<T> drained(Set<T> marks) {
    Set<T> taken = Set.copyOf(marks);
    marks.removeAll(taken);
    return taken;
  }

  /** A task that threw would never be run again. */
  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        log.error("Telling the news failed", e);
      }
    };
  }

  @Override
  public void start() {
    running = true;
    long ms = BEAT.toMillis();
    thread.scheduleWithFixedDelay(guarded(this::beat), ms, ms, TimeUnit.MILLISECONDS);
  }

  /** In the first phase to stop, so that the web server does not wait for streams. */
  @Override
  public void stop() {
    running = false;
    streams.values().forEach(all -> all.forEach(LiveStream::end));
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** After the reading thread has ended, which hands tasks over until then. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
