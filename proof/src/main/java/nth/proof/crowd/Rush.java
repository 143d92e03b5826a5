package nth.proof.crowd;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One promotion after the other, several at a time, and people at a steady rate who do not wait for
 * each other. Lives on the thread of the {@link Wire}.
 */
final class Rush {

  private static final long TICK_MS = 5;

  private final Wire wire;
  private final CrowdSettings settings;
  private final Plan plan;
  private final Crew crew;
  private final Random random;
  private final List<Showing> showings = new ArrayList<>();
  private int rate;
  private long lastTick = Timeline.nanos();
  private double due;
  private boolean stopping;
  private long heldBack;
  private volatile @Nullable RuntimeException fault;

  Rush(Wire wire, CrowdSettings settings, Plan plan, Crew crew) {
    this.wire = wire;
    this.settings = settings;
    this.plan = plan;
    this.crew = crew;
    this.random = new Random(settings.seed());
    this.rate = settings.rate();
  }

  /** From now on. */
  void comeAt(int rate) {
    this.rate = rate;
  }

  void start() {
    lastTick = Timeline.nanos();
    wire.loop().scheduleAtFixedRate(this::tickOrTell, 0, TICK_MS, TimeUnit.MILLISECONDS);
  }

  /** Nobody comes any more. */
  void stop() {
    stopping = true;
    showings.forEach(Showing::stop);
  }

  /** Clicks that were due and did not come because too many waited. */
  long heldBack() {
    return heldBack;
  }

  /** Promotions that have not ended yet, as far as anybody heard. */
  int unclosed() {
    showings.removeIf(Showing::isClosed);
    return showings.size();
  }

  /** What is left to its closing time must end without a hand. */
  void closeAll() {
    showings.stream().filter(showing -> !showing.isLeftToItsTime()).forEach(Showing::close);
  }

  private void tickOrTell() {
    try {
      tick();
    } catch (RuntimeException e) {
      fault = fault == null ? e : fault;
    }
  }

  /** The first reason for which people did not come as they should. */
  Optional<RuntimeException> fault() {
    return Optional.ofNullable(fault);
  }

  private void tick() {
    long now = Timeline.nanos();
    due += rate * (now - lastTick) / 1e9;
    lastTick = now;
    if (stopping) {
      return;
    }
    showings.forEach(Showing::lookAround);
    showings.removeIf(Showing::isOver);
    List<Showing> busy = showings.stream().filter(Showing::isBusy).toList();
    IntStream.range(0, Plan.PARTITIONS).forEach(partition -> define(partition, busy));
    admit(busy);
  }

  /** Promotions whose definition was not answered yet. */
  int defining() {
    return (int) showings.stream().filter(Showing::isComing).count();
  }

  private void admit(List<Showing> busy) {
    List<Showing> left = new ArrayList<>(busy);
    while (due >= 1 && !left.isEmpty() && crew.visitors().inFlight() < settings.maxInFlight()) {
      Showing showing = left.get(random.nextInt(left.size()));
      due -= showing.admitNext();
      if (!showing.isBusy()) {
        left.remove(showing);
      }
    }
    if (due >= 1) {
      // Who could not come in this moment does not come at all: a backlog would be a burst later.
      heldBack += (long) due;
      due -= (long) due;
    }
  }

  /** One more, if there are too few in this partition and none is on its way. */
  private void define(int partition, List<Showing> busy) {
    long there = busy.stream().filter(showing -> showing.partition() == partition).count();
    boolean coming = showings.stream().anyMatch(s -> s.partition() == partition && s.isComing());
    if (there >= settings.promotions() || coming) {
      return;
    }
    Show show = plan.next(crew.journal().promotions().size(), partition);
    crew.journal().open(show.id());
    Showing showing = new Showing(show, partition, crew, random);
    showings.add(showing);
    showing.announce();
  }
}
