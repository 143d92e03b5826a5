package nth.proof.crowd;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.IntSupplier;
import nth.proof.stage.Doors;

/**
 * People who enter, ask and watch at the doors of a running system, from {@link #arrive} until
 * {@link #leave}; what they saw stays to be judged.
 */
public final class Crowd implements AutoCloseable {

  private static final Duration LOOK = Duration.ofMillis(50);

  private final Wire wire = new Wire();
  private final CrowdSettings settings;
  private final Journal journal;
  private final Visitors visitors;
  private final Plan plan;
  private final Rush rush;
  private final Pollers pollers;
  private final Watchers watchers;
  private final Follower follower;
  private volatile boolean organised = true;
  private final Instant arrivedAt = Timeline.now();
  private volatile Instant lastClickAt = Instant.MAX;

  private Crowd(Doors doors, CrowdSettings settings, Path folder) {
    this.settings = settings;
    journal = new Journal(folder);
    pollers = new Pollers(wire, doors.notifiers(), settings);
    watchers = new Watchers(doors.notifiers(), settings.watchers());
    visitors = new Visitors(wire, doors.ingress(), settings, journal, pollers::accepted);
    Organiser organiser = new Organiser(wire, doors.ingress(), doors.adminToken(), () -> organised);
    // Promotions of an earlier crowd with the same seed may be in the log.
    String name = "show-" + settings.seed() + "-" + Long.toString(arrivedAt.toEpochMilli(), 36);
    plan = new Plan(settings, name);
    follower = Follower.start(doors.bootstrapServers());
    Habits habits = new Habits(settings.seed());
    rush =
        new Rush(
            wire,
            settings,
            plan,
            new Crew(
                habits, visitors, organiser, journal, watchers::opened, follower::hasSeenClosed));
  }

  /**
   * Begins to send.
   *
   * @param folder of this run, where the journal is kept for people to read
   */
  public static Crowd arrive(Doors doors, CrowdSettings settings, Path folder) {
    Crowd crowd = new Crowd(doors, settings, folder);
    crowd.watchers.start();
    crowd.wire.loop().execute(crowd.rush::start);
    return crowd;
  }

  /** So many first clicks per second from now on. */
  public void comeAt(int rate) throws InterruptedException {
    on(
        () -> {
          rush.comeAt(rate);
          return null;
        });
  }

  /**
   * Ends in order, for which the system must be whole: nobody new comes, everybody gets an answer,
   * all promotions are closed, all streams end. What takes longer than the patience is noted, not
   * waited for.
   */
  public void leave(Duration patience) throws InterruptedException {
    on(
        () -> {
          rush.stop();
          return null;
        });
    lastClickAt = Timeline.now();
    awaitNone(() -> visitors.inFlight() + rush.defining(), patience);
    on(
        () -> {
          visitors.sendHome();
          rush.closeAll();
          return null;
        });
    awaitNone(rush::unclosed, patience.plus(plan.longest()));
    awaitNone(pollers::stillAsking, patience);
    organised = false;
    on(
        () -> {
          pollers.sendHome();
          return null;
        });
    watchers.leave(patience);
    journal.flush();
  }

  private void awaitNone(IntSupplier count, Duration patience) throws InterruptedException {
    long until = Timeline.nanos() + patience.toNanos();
    while (on(count::getAsInt) > 0 && Timeline.nanos() < until) {
      Thread.sleep(LOOK.toMillis());
    }
  }

  private <T> T on(Callable<T> task) throws InterruptedException {
    try {
      return wire.loop().submit(task).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  public CrowdSettings settings() {
    return settings;
  }

  public Journal journal() {
    return journal;
  }

  public Follower follower() {
    return follower;
  }

  public List<Watched> watched() {
    return watchers.watched();
  }

  public List<Polled> polled() {
    return pollers.polled();
  }

  /** What the crowd itself could not do: the verdict proves less than it seems to then. */
  public List<String> faults() {
    List<String> faults = new ArrayList<>(watchers.faults());
    rush.fault().ifPresent(fault -> faults.add("the crowd could not go on as planned: " + fault));
    return faults;
  }

  /** Of what has been answered so far, since the first promotion was defined. */
  public Gaps gaps() {
    Instant now = Timeline.now();
    Instant first =
        journal.promotions().stream()
            .mapToLong(Journal.Opened::definedAt)
            .filter(at -> at >= 0)
            .min()
            .stream()
            .mapToObj(Timeline::at)
            .findFirst()
            .orElse(arrivedAt);
    return Gaps.of(journal, first, lastClickAt.isBefore(now) ? lastClickAt : now);
  }

  public Instant arrivedAt() {
    return arrivedAt;
  }

  /** Attempts after the first one, for want of a final answer. */
  public long repeats() throws InterruptedException {
    return on(visitors::repeats);
  }

  /** Clicks that were due and did not come, because too many waited. */
  public long heldBack() throws InterruptedException {
    return on(rush::heldBack);
  }

  @Override
  public void close() {
    organised = false;
    watchers.close();
    follower.close();
    wire.close();
    journal.close();
  }
}
