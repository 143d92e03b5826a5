package nth.sequencer.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import nth.contract.EventId;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.Promotion;
import nth.sequencer.domain.Retired;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Drops what is remembered of the people of retired promotions, a slice at a time: there may be a
 * million of them, and a transaction has to be short. No rule asks for any of them, so how far this
 * is decides nothing, and a clock may drive it.
 */
final class Forgetting {

  static final Duration PERIOD = Duration.ofMillis(100);

  /** People at a time: some 5,000 a second, beside those who get numbers. */
  static final int SLICE = 500;

  /** Searches at a time; each may have to pass over what was dropped before. */
  private static final int LOOKS = 10;

  private final ProcessorContext<Object, Object> context;
  private final KeyValueStore<EventId, Promotion> promotions;
  private final KeyValueStore<EntrantKey, Entrant> entrants;

  /** In the order of the entrants, so that one search may answer for many of them. */
  private final TreeSet<EventId> waiting = new TreeSet<>(Comparator.comparing(EntrantKey::prefix));

  /** Where the next slice begins, if a promotion is dropped in part. */
  private @Nullable EntrantKey next;

  private @Nullable Cancellable timer;

  Forgetting(
      ProcessorContext<Object, Object> context,
      KeyValueStore<EventId, Promotion> promotions,
      KeyValueStore<EntrantKey, Entrant> entrants) {
    this.context = context;
    this.promotions = promotions;
    this.entrants = entrants;
  }

  /** Goes on with what an earlier life may have left. */
  void resume() {
    try (var all = promotions.all()) {
      while (all.hasNext()) {
        forgetIfRetired(all);
      }
    }
  }

  private void forgetIfRetired(KeyValueIterator<EventId, Promotion> all) {
    KeyValue<EventId, Promotion> known;
    try {
      known = all.next();
    } catch (RuntimeException unreadable) {
      // Whoever asks for that promotion stops the line; nobody has yet.
      return;
    }
    if (known.value instanceof Retired) {
      forget(known.key);
    }
  }

  void forget(EventId eventId) {
    waiting.add(eventId);
    if (timer == null) {
      timer = context.schedule(PERIOD, PunctuationType.WALL_CLOCK_TIME, now -> slice());
    }
  }

  /** The transaction in which a promotion was retired may be undone: nothing goes on by itself. */
  void close() {
    waiting.clear();
    rest();
  }

  private void rest() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private void slice() {
    int left = SLICE;
    for (int looks = LOOKS; looks > 0 && left > 0 && !waiting.isEmpty(); looks--) {
      left -= look(left);
    }
    if (waiting.isEmpty()) {
      // Each call makes a transaction, even if it does nothing.
      rest();
    }
  }

  /** Drops that many at most, of one promotion, and returns how many. */
  private int look(int most) {
    List<EntrantKey> found = new ArrayList<>();
    try (var people = entrants.range(start(), null)) {
      EventId event = nearest(people);
      if (event != null) {
        while (isOf(event, people) && found.size() < most) {
          found.add(people.next().key);
        }
        next = isOf(event, people) ? people.peekNextKey() : null;
        if (next == null) {
          waiting.remove(event);
        }
      }
    }
    found.forEach(entrants::delete);
    return found.size();
  }

  private EntrantKey start() {
    EventId first = waiting.first();
    return next != null && next.eventId().equals(first) ? next : EntrantKey.first(first);
  }

  /**
   * The promotion whose people come first here, if they are to go. None of those before has any.
   */
  private @Nullable EventId nearest(KeyValueIterator<EntrantKey, Entrant> people) {
    if (!people.hasNext()) {
      waiting.clear();
      return null;
    }
    EventId event = people.peekNextKey().eventId();
    waiting.headSet(event).clear();
    if (!waiting.contains(event)) {
      return null;
    }
    if (promotions.get(event) instanceof Retired) {
      return event;
    }
    waiting.remove(event);
    return null;
  }

  private static boolean isOf(EventId event, KeyValueIterator<EntrantKey, Entrant> people) {
    return people.hasNext() && people.peekNextKey().eventId().equals(event);
  }
}
