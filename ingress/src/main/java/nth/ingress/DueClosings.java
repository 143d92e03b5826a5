package nth.ingress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import nth.contract.CloseCause;
import nth.contract.Command.ClosePromotion;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.RequestId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Tells the log that a closing time has passed, since the log has no clock. Every instance does so:
 * closing twice changes nothing. Whoever is not answered tries again after 1, 2, 4 … 30 s.
 */
final class DueClosings implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(DueClosings.class);
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

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
            Thread thread = new Thread(task, "ingress-due-closings");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean running;

  private record Attempt(CompletableFuture<?> append, long againNanos, Duration pause) {}

  /**
   * @param mayAppend whether the topics are sound and the view is complete: half read, it shows
   *     promotions as running that closed long ago
   */
  DueClosings(
      Promotions promotions,
      Entries entries,
      BrokerTime brokerTime,
      InstantSource clock,
      LongSupplier nanoClock,
      BooleanSupplier mayAppend) {
    this.promotions = promotions;
    this.entries = entries;
    this.brokerTime = brokerTime;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.mayAppend = mayAppend;
  }

  /** Appends what is due now; never at the same time as another call. */
  void look() {
    Instant now = brokerTime.atLeast().orElseGet(clock::instant);
    attempts
        .keySet()
        .removeIf(eventId -> promotions.find(eventId).filter(view -> isDue(view, now)).isEmpty());
    if (mayAppend.getAsBoolean()) {
      promotions.all().stream().filter(view -> isDue(view, now)).forEach(this::close);
    }
  }

  private static boolean isDue(PromotionView view, Instant now) {
    Instant closesAt = view.definition().closesAt();
    return view.phase() == PromotionView.Phase.DEFINED
        && closesAt != null
        && !now.isBefore(closesAt);
  }

  private void close(PromotionView view) {
    Attempt last = attempts.get(view.eventId());
    long now = nanoClock.getAsLong();
    if (last != null && (!last.append().isDone() || now - last.againNanos() < 0)) {
      return;
    }
    Duration pause = last == null ? FIRST_PAUSE : longer(last.pause());
    CompletableFuture<?> append = entries.append(command(view.eventId()));
    append.whenComplete(
        (appended, fault) -> {
          if (fault != null) {
            log.warn(
                "{} is due to close, and the log did not take it: {}",
                view.eventId(),
                fault.toString());
          }
        });
    attempts.put(view.eventId(), new Attempt(append, now + pause.toNanos(), pause));
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
  }

  private ClosePromotion command(EventId eventId) {
    return new ClosePromotion(
        eventId, new RequestId("due-" + eventId), clock.instant(), CloseCause.DUE);
  }

  private void lookAgain() {
    try {
      look();
    } catch (RuntimeException e) {
      log.error("Looking for due closings failed", e);
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
