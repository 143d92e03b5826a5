package nth.ingress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import nth.contract.Command;
import nth.contract.EventId;
import nth.contract.PromotionView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Tells the log that a time has passed, since the log has no clock. Every instance does so: closing
 * or retiring twice changes nothing. Whoever is not answered tries again after 1, 2, 4 … s.
 */
final class DueCommands implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(DueCommands.class);
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private final List<Due> rules;
  private final Promotions promotions;
  private final Entries entries;
  private final BrokerTime brokerTime;
  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final BooleanSupplier mayAppend;
  private final Map<EventId, Attempt> attempts = new HashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "ingress-due-commands");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean running;

  private record Attempt(CompletableFuture<?> append, long againNanos, Duration pause) {}

  private record Now(Instant logTime, Instant ownTime) {

    boolean isTimeFor(Due due, PromotionView view) {
      return due.isDue(view, logTime, ownTime);
    }
  }

  /**
   * @param rules of which at most one is due of a promotion at a time
   * @param mayAppend whether the topics are sound and the view is complete: half read, it shows
   *     promotions as running that closed long ago
   */
  DueCommands(
      List<Due> rules,
      Promotions promotions,
      Entries entries,
      BrokerTime brokerTime,
      InstantSource clock,
      LongSupplier nanoClock,
      BooleanSupplier mayAppend) {
    this.rules = List.copyOf(rules);
    this.promotions = promotions;
    this.entries = entries;
    this.brokerTime = brokerTime;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.mayAppend = mayAppend;
  }

  /** Appends what is due now; never at the same time as another call. */
  void look() {
    Instant ownTime = clock.instant();
    Now now = new Now(brokerTime.atLeast().orElse(ownTime), ownTime);
    attempts
        .keySet()
        .removeIf(eventId -> promotions.find(eventId).filter(view -> isDue(view, now)).isEmpty());
    if (mayAppend.getAsBoolean()) {
      rules.forEach(due -> attendTo(due, now));
    }
  }

  private boolean isDue(PromotionView view, Now now) {
    return rules.stream().anyMatch(due -> now.isTimeFor(due, view));
  }

  private void attendTo(Due due, Now now) {
    Map<Boolean, List<EventId>> ids =
        promotions.all().stream()
            .filter(view -> now.isTimeFor(due, view))
            .map(PromotionView::eventId)
            .collect(Collectors.partitioningBy(attempts::containsKey));
    List<EventId> unanswered = ids.get(true);
    unanswered.stream().filter(this::isItsTurn).forEach(eventId -> append(due, eventId));
    ids.get(false).stream()
        .limit(Math.max(0, due.mostAtOnce() - unanswered.size()))
        .forEach(eventId -> append(due, eventId));
  }

  private boolean isItsTurn(EventId eventId) {
    Attempt last = attempts.get(eventId);
    return last != null && last.append().isDone() && nanoClock.getAsLong() - last.againNanos() >= 0;
  }

  private void append(Due due, EventId eventId) {
    Attempt last = attempts.get(eventId);
    Duration pause = last == null ? FIRST_PAUSE : longer(last.pause(), due.longestPause());
    Command command = due.command(eventId, clock.instant());
    CompletableFuture<?> append = entries.append(command);
    append.whenComplete(
        (appended, fault) -> {
          if (fault != null) {
            log.warn(
                "{} of {} is due, and the log did not take it: {}",
                command.type(),
                eventId,
                fault.toString());
          }
        });
    attempts.put(eventId, new Attempt(append, nanoClock.getAsLong() + pause.toNanos(), pause));
  }

  private static Duration longer(Duration pause, Duration longest) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(longest) > 0 ? longest : twice;
  }

  private void lookAgain() {
    try {
      look();
    } catch (RuntimeException | Error e) {
      // What is thrown from here would be the last look, in silence.
      log.error("Looking for what is due failed", e);
    }
  }

  @Override
  public void start() {
    running = true;
    timer.scheduleWithFixedDelay(
        this::lookAgain, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() {
    running = false;
    timer.shutdown();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** A timer cannot start twice. */
  @Override
  public boolean isPauseable() {
    return false;
  }
}
