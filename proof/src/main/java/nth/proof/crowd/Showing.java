package nth.proof.crowd;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One promotion on its way from its definition to its end. Lives on the thread of the {@link Wire}.
 */
final class Showing {

  private static final Duration DUE_GRACE = Duration.ofSeconds(2);
  private static final Duration NOBODY_COMES = Duration.ofSeconds(-2);

  private final Show show;
  private final int partition;
  private final Crew crew;
  private final Random random;
  private final Deque<Click> later = new ArrayDeque<>();
  private @Nullable Instant definedAt;
  private boolean refused;
  private int nextPerson;
  private int waiting;
  private boolean ending;
  private boolean closed;
  private boolean stopping;

  Showing(Show show, int partition, Crew crew, Random random) {
    this.show = show;
    this.partition = partition;
    this.crew = crew;
    this.random = random;
  }

  int partition() {
    return partition;
  }

  /** Some try before there is anything to enter. */
  void announce() {
    enter(crew.habits().tooEarly(show.people()));
    crew.organiser().define(show, this::defined);
  }

  private void defined(int status) {
    definedAt = Instant.now();
    refused = status >= 300;
    if (refused) {
      // Its closing time passed before anybody heard of it.
      closed = true;
      return;
    }
    crew.journal().defined(show.place(), Timeline.nanos());
    crew.opened().accept(show);
    if (show.opensIn() != null) {
      enter(crew.habits().tooEarly(show.people()));
    }
  }

  /** Its definition was not answered yet. */
  boolean isComing() {
    return definedAt == null;
  }

  /** People have yet to come, and may. */
  boolean isBusy() {
    return definedAt != null && !refused && hasCome(show.opensIn(), Duration.ZERO) && !isDrained();
  }

  private boolean isDrained() {
    return nextPerson >= show.people() && later.isEmpty()
        || isLeftAlone() && hasCome(show.closesIn(), NOBODY_COMES);
  }

  private boolean hasCome(@Nullable Duration after, Duration grace) {
    return after == null
        || definedAt != null && Instant.now().isAfter(definedAt.plus(after).plus(grace));
  }

  /** It ends by its closing time, and nobody here closes it. */
  boolean isLeftToItsTime() {
    return show.closesIn() != null;
  }

  /** Nobody comes at its closing time: nth has to remember that without being asked. */
  private boolean isLeftAlone() {
    return isLeftToItsTime() && show.place() % 2 == 1;
  }

  boolean isClosed() {
    return closed || isLeftToItsTime() && crew.ended().test(show.id());
  }

  /** Nothing of it is left to be done. */
  boolean isOver() {
    return refused || ending && isDrained() && waiting == 0 && isClosed();
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
    Habits.Visit visit = crew.habits().of(nextPerson++);
    later.addAll(visit.later());
    enter(visit.atOnce());
    return visit.atOnce().size();
  }

  private void enter(List<Click> clicks) {
    for (Click click : clicks) {
      waiting++;
      crew.visitors().enter(show, click, () -> waiting--);
    }
  }

  /** Ends what everybody has entered. */
  void lookAround() {
    boolean drained = isDrained() && definedAt != null && !refused && waiting == 0;
    boolean begun = hasCome(show.opensIn(), Duration.ZERO);
    if (!drained || !begun || ending || !hasCome(show.closesIn(), DUE_GRACE)) {
      return;
    }
    ending = true;
    if (!isLeftToItsTime()) {
      close();
    } else if (!isLeftAlone()) {
      enter(crew.habits().tooLate(show.people()));
    }
  }

  void close() {
    crew.organiser().close(show, this::closed);
  }

  private void closed(int status) {
    if (closed) {
      return;
    }
    closed = true;
    if (status == 200) {
      crew.journal().closed(show.place(), Timeline.nanos());
    }
    if (!stopping) {
      enter(crew.habits().tooLate(show.people()));
    }
  }

  /** Nobody new comes. */
  void stop() {
    stopping = true;
  }
}
