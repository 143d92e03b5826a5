package nth.proof.crowd;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One promotion after the other, several at a time, and people at a steady rate who do not wait for
 * each other. Lives on the thread of the {@link Wire}.
 */
final class Rush {

  private static final long TICK_MS = 5;
  private static final Duration DUE_GRACE = Duration.ofSeconds(2);

  private final Wire wire;
  private final CrowdSettings settings;
  private final Plan plan;
  private final Habits habits;
  private final Visitors visitors;
  private final Organiser organiser;
  private final Journal journal;
  private final Consumer<Show> opened;
  private final Random random;
  private final List<Stage> stages = new ArrayList<>();
  private long lastTick = Timeline.nanos();
  private double due;
  private boolean stopping;
  private long heldBack;
  private volatile @Nullable RuntimeException fault;

  /**
   * @param opened is told of every promotion that is defined
   */
  Rush(
      Wire wire,
      CrowdSettings settings,
      Plan plan,
      Visitors visitors,
      Organiser organiser,
      Journal journal,
      Consumer<Show> opened) {
    this.wire = wire;
    this.settings = settings;
    this.plan = plan;
    this.habits = new Habits(settings.seed());
    this.visitors = visitors;
    this.organiser = organiser;
    this.journal = journal;
    this.opened = opened;
    this.random = new Random(settings.seed());
  }

  void start() {
    lastTick = Timeline.nanos();
    wire.loop().scheduleAtFixedRate(this::tickOrTell, 0, TICK_MS, TimeUnit.MILLISECONDS);
  }

  /** Nobody comes any more. */
  void stop() {
    stopping = true;
  }

  /** Clicks that were due and did not come because too many waited. */
  long heldBack() {
    return heldBack;
  }

  /** Promotions whose end was not answered yet. */
  List<Show> unclosed() {
    return stages.stream().filter(stage -> !stage.closed).map(stage -> stage.show).toList();
  }

  /** Closes what is open still; whoever is closed already says so again. */
  void closeAll() {
    stages.stream().filter(stage -> !stage.closed).forEach(Stage::close);
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
    due += settings.rate() * (now - lastTick) / 1e9;
    lastTick = now;
    if (stopping) {
      return;
    }
    stages.forEach(Stage::lookAround);
    List<Stage> busy = stages.stream().filter(Stage::isBusy).toList();
    for (int i = busy.size(); i < settings.promotions() && defining() == 0; i++) {
      define();
    }
    admit(busy);
  }

  /** Promotions whose definition was not answered yet. */
  int defining() {
    return (int) stages.stream().filter(stage -> stage.definedAt == null).count();
  }

  private void admit(List<Stage> busy) {
    List<Stage> left = new ArrayList<>(busy);
    while (due >= 1 && !left.isEmpty() && visitors.inFlight() < settings.maxInFlight()) {
      Stage stage = left.get(random.nextInt(left.size()));
      due -= stage.admitNext();
      if (!stage.isBusy()) {
        left.remove(stage);
      }
    }
    if (due >= 1) {
      // Who could not come in this moment does not come at all: a backlog would be a burst later.
      heldBack += (long) due;
      due -= (long) due;
    }
  }

  private void define() {
    int place = journal.promotions().size();
    Show show = plan.next(place);
    journal.open(show.id());
    Stage stage = new Stage(show);
    stages.add(stage);
    stage.enter(habits.tooEarly(show.people()));
    organiser.define(show, stage::defined);
  }

  /** One promotion on its way from its definition to its end. */
  private final class Stage {
    private final Show show;
    private final Deque<Click> later = new ArrayDeque<>();
    private @Nullable Instant definedAt;
    private boolean refused;
    private int nextPerson;
    private int waiting;
    private boolean ending;
    private boolean closed;

    Stage(Show show) {
      this.show = show;
    }

    void defined(int status) {
      definedAt = Instant.now();
      refused = status >= 300;
      if (refused) {
        // Its closing time passed before anybody heard of it.
        closed = true;
        return;
      }
      journal.defined(show.place(), Timeline.nanos());
      opened.accept(show);
      if (show.opensIn() != null) {
        enter(habits.tooEarly(show.people()));
      }
    }

    boolean isBusy() {
      return definedAt != null
          && !refused
          && hasCome(show.opensIn(), Duration.ZERO)
          && (nextPerson < show.people() || !later.isEmpty());
    }

    private boolean hasCome(@Nullable Duration after, Duration grace) {
      return after == null
          || definedAt != null && Instant.now().isAfter(definedAt.plus(after).plus(grace));
    }

    /** Returns how many clicks that were. */
    int admitNext() {
      boolean again = nextPerson >= show.people() || random.nextInt(8) == 0;
      if (!later.isEmpty() && again) {
        enter(List.of(later.removeFirst()));
        return 1;
      }
      if (nextPerson >= show.people()) {
        return 0;
      }
      Habits.Visit visit = habits.of(nextPerson++);
      later.addAll(visit.later());
      enter(visit.atOnce());
      return visit.atOnce().size();
    }

    void enter(List<Click> clicks) {
      for (Click click : clicks) {
        waiting++;
        visitors.enter(show, click, () -> waiting--);
      }
    }

    /** Ends what everybody has entered. */
    void lookAround() {
      boolean drained = definedAt != null && !refused && !isBusy() && waiting == 0;
      boolean begun = hasCome(show.opensIn(), Duration.ZERO);
      if (!drained || !begun || ending || !hasCome(show.closesIn(), DUE_GRACE)) {
        return;
      }
      ending = true;
      if (show.closesIn() != null) {
        enter(habits.tooLate(show.people()));
      } else {
        close();
      }
    }

    void close() {
      organiser.close(show, this::closed);
    }

    private void closed(int status) {
      if (closed) {
        return;
      }
      closed = true;
      if (status == 200) {
        journal.closed(show.place(), Timeline.nanos());
      }
      if (!stopping) {
        enter(habits.tooLate(show.people()));
      }
    }
  }
}
