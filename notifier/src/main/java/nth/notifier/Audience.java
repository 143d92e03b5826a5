package nth.notifier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import nth.contract.EventId;
import nth.web.IpNetwork;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** The open streams, by what they listen to, and the one thread that tells them news. */
final class Audience implements SmartLifecycle, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Audience.class);

  /** Four updates a second of a promotion; also how often silences are looked at. */
  private static final Duration BEAT = Duration.ofMillis(250);

  private static final double SHORTEST_LIFE = 0.8;

  /** As good as for ever. */
  private static final Duration LONGEST = Duration.ofDays(10_000);

  private final Teller teller;
  private final InstantSource clock;
  private final Places places;
  private final NotifierSettings settings;
  private final Counter livedOut;
  private final Map<Subject, Set<LiveStream>> streams = new ConcurrentHashMap<>();
  private final News news = new News();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "notifier-audience");
            made.setDaemon(true);
            return made;
          });
  private volatile boolean running;

  Audience(
      Teller teller,
      InstantSource clock,
      Places places,
      NotifierSettings settings,
      MeterRegistry meters) {
    this.teller = teller;
    this.clock = clock;
    this.places = places;
    this.settings = settings;
    this.livedOut =
        Counter.builder("nth.notifier.streams.ended")
            .description("Streams that were ended though there was more to come")
            .tag("reason", "lifetime")
            .register(meters);
  }

  /**
   * From its return on, the stream hears all news of its subject.
   *
   * @param network whose place it takes; empty if nobody knows it
   * @param until when it stops being known who listens; null: never
   * @throws Problem 503 {@code unavailable} while stopping, or as {@link Places#take}
   */
  LiveStream enter(Subject subject, Optional<IpNetwork> network, @Nullable Instant until) {
    if (!running) {
      throw new Problem(ProblemCode.UNAVAILABLE, "This instance is stopping.")
          .retryAfter(Jitter.comeback(places.taken()));
    }
    Places.Place place = places.take(network);
    try {
      Duration comeback = Jitter.comeback(places.taken());
      LiveStream stream =
          new LiveStream(subject, place, comeback, lifetime(), known(until), System::nanoTime);
      streams.compute(subject, (key, known) -> with(stream, known));
      if (!running) {
        stream.end();
      }
      return stream;
    } catch (RuntimeException e) {
      place.giveBack();
      throw e;
    }
  }

  private Duration lifetime() {
    long most = settings.streamLifetime().toMillis();
    return Jitter.between(
        Duration.ofMillis((long) (most * SHORTEST_LIFE)), Duration.ofMillis(most));
  }

  private Duration known(@Nullable Instant until) {
    if (until == null) {
      return LONGEST;
    }
    Duration left = Duration.between(clock.instant(), until);
    return left.isNegative() ? Duration.ZERO : Collections.min(List.of(left, LONGEST));
  }

  private static Set<LiveStream> with(LiveStream stream, @Nullable Set<LiveStream> known) {
    Set<LiveStream> all = known == null ? ConcurrentHashMap.newKeySet(1) : known;
    all.add(stream);
    return all;
  }

  void leave(LiveStream stream) {
    streams.computeIfPresent(
        stream.subject(),
        (key, all) -> {
          all.remove(stream);
          return all.isEmpty() ? null : all;
        });
    stream.place().giveBack();
  }

  /** Called by the reading thread, after the board has them. */
  void hear(Changes changes) {
    if (news.mark(changes, streams::containsKey)) {
      thread.execute(guarded(() -> tell(news.takePrompt(streams.keySet()))));
    }
  }

  private void beat() {
    Instant now = clock.instant();
    Faults faults = new Faults();
    streams.values().forEach(all -> all.forEach(stream -> faults.guard(() -> tick(stream, now))));
    faults.logTo(log, "streams could not be looked after");
    tell(news.takePacedAndOwed());
  }

  private void tick(LiveStream stream, Instant now) {
    if (stream.tick(settings.heartbeat(), settings.stallLimit())) {
      livedOut.increment();
    } else if (stream.isOutdated(now)) {
      news.markOutdated(stream.subject());
    }
  }

  /** One account of a promotion is enough for all who listen to it. */
  private void tell(Set<Subject> subjects) {
    Map<EventId, Optional<Teller.Account>> accounts = new HashMap<>();
    Faults untold = new Faults();
    Faults unheard = new Faults();
    for (Subject subject : subjects) {
      try {
        tell(subject, () -> accounts.computeIfAbsent(subject.eventId(), teller::account), unheard);
        news.told(subject);
      } catch (RuntimeException e) {
        if (news.owe(subject)) {
          untold.add(e);
        }
      }
    }
    untold.logTo(log, "news could not be told, every beat tries again");
    unheard.logTo(log, "streams could not be told the news");
  }

  private void tell(Subject subject, Supplier<Optional<Teller.Account>> account, Faults unheard) {
    Set<LiveStream> listening = streams.getOrDefault(subject, Set.of());
    if (!listening.isEmpty()) {
      account.get().map(subject::toldBy).ifPresent(telling -> tell(listening, telling, unheard));
    }
  }

  /** Whom nothing can be told any more comes back, and hears why in the answer to that. */
  private static void tell(Set<LiveStream> listening, Optional<Telling> telling, Faults unheard) {
    listening.forEach(
        stream -> unheard.guard(() -> telling.ifPresentOrElse(stream::offer, stream::end)));
  }

  /** A task that threw would never be run again. */
  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        // What is thrown from here would be the last beat, in silence.
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
    int crowd = places.taken();
    streams.values().forEach(all -> all.forEach(stream -> stream.end(Jitter.comeback(crowd))));
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
