package nth.local.organiser;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import nth.contract.EventId;
import nth.local.organiser.Door.Answer;
import nth.local.organiser.Invented.Click;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A crowd on its way through the door; over when the last has given up or been let in. */
final class Rush implements Disposable {

  private static final int MOST_ATTEMPTS = 5;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final Duration LAGGING = Duration.ofSeconds(60);
  private static final int SPREAD_MILLIS = 500;

  /**
   * How far it is, counted in people: what becomes of a second click, which is the same request,
   * nobody counts.
   *
   * @param sent pressed the button
   * @param accepted had the door's yes
   * @param refused had a no that stays one, as of a closed event
   * @param limited how many answers said to come later
   * @param failed gave up, or had an answer that says that something is broken
   */
  record State(
      EventId eventId,
      int people,
      long seconds,
      boolean running,
      int sent,
      int accepted,
      int refused,
      int limited,
      int failed) {}

  private final EventId event;
  private final int people;
  private final Duration during;
  private final Door door;
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger limited = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final Disposable.Swap crowd = Disposables.swap();
  private volatile boolean over;

  private Rush(EventId event, int people, Duration during, Door door) {
    this.event = event;
    this.people = people;
    this.during = during;
    this.door = door;
  }

  static Rush begin(EventId event, int people, Duration during, Door door) {
    Rush rush = new Rush(event, people, during, door);
    List<Click> clicks = Invented.clicks(people, during, ThreadLocalRandom.current());
    rush.crowd.update(rush.through(clicks).subscribe());
    return rush;
  }

  State state() {
    return new State(
        event,
        people,
        during.toSeconds(),
        isRunning(),
        sent.get(),
        accepted.get(),
        refused.get(),
        limited.get(),
        failed.get());
  }

  boolean isRunning() {
    return !over;
  }

  @Override
  public void dispose() {
    crowd.dispose();
  }

  /** How many are under way at a time, the connections of {@link Door} decide. */
  private Mono<Void> through(List<Click> clicks) {
    long begun = System.nanoTime();
    return Flux.fromIterable(clicks)
        .delayUntil(click -> pause(click.at().minusNanos(System.nanoTime() - begun)))
        .flatMap(this::press, clicks.size())
        .then()
        .takeUntilOther(Mono.delay(during.plus(LAGGING)))
        .doFinally(end -> over = true);
  }

  private static Mono<Long> pause(Duration wait) {
    return wait.isNegative() ? Mono.empty() : Mono.delay(wait);
  }

  private Mono<Void> press(Click click) {
    if (click.again()) {
      return attempt(click, MOST_ATTEMPTS, new AtomicInteger()).then();
    }
    return attempt(click, MOST_ATTEMPTS, limited)
        .doOnSubscribe(pressed -> sent.incrementAndGet())
        .doOnNext(AtomicInteger::incrementAndGet)
        .then();
  }

  /** Ends with what it has become. */
  private Mono<AtomicInteger> attempt(Click click, int attempts, AtomicInteger later) {
    return door.enter(event, click)
        .flatMap(
            answer -> {
              if (answer.isLimit()) {
                later.incrementAndGet();
              }
              return answer.mayPass() && attempts > 1
                  ? Mono.delay(untilNext(answer)).then(attempt(click, attempts - 1, later))
                  : Mono.just(counter(answer));
            });
  }

  private AtomicInteger counter(Answer answer) {
    if (answer.status().is2xxSuccessful()) {
      return accepted;
    }
    return answer.status().is4xxClientError() && !answer.mayPass() ? refused : failed;
  }

  /** What was asked for, and a little more, so that not all come back at once. */
  private static Duration untilNext(Answer answer) {
    Duration asked =
        answer.retryAfter().compareTo(LONGEST_WAIT) < 0 ? answer.retryAfter() : LONGEST_WAIT;
    return asked.plusMillis(ThreadLocalRandom.current().nextInt(SPREAD_MILLIS));
  }
}
