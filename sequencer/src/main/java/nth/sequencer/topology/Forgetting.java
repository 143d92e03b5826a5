package nth.sequencer.topology;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import nth.contract.EventId;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.Promotion;
import nth.sequencer.domain.Retired;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
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

  private final ProcessorContext<Object, Object> context;
  private final KeyValueStore<EntrantKey, Entrant> entrants;
  private final Deque<EventId> waiting = new ArrayDeque<>();

  /** Where the next slice of the first one begins: what was dropped is slow to pass over. */
  private @Nullable EntrantKey next;

  private @Nullable Cancellable timer;

  Forgetting(
      ProcessorContext<Object, Object> context, KeyValueStore<EntrantKey, Entrant> entrants) {
    this.context = context;
    this.entrants = entrants;
  }

  /** Goes on with what an earlier process may have left. */
  void resume(KeyValueStore<EventId, Promotion> promotions) {
    try (var all = promotions.all()) {
      while (all.hasNext()) {
        var known = all.next();
        if (known.value instanceof Retired) {
          forget(known.key);
        }
      }
    }
  }

  void forget(EventId eventId) {
    waiting.add(eventId);
    if (timer == null) {
      timer = context.schedule(PERIOD, PunctuationType.WALL_CLOCK_TIME, now -> slice());
    }
  }

  private void slice() {
    for (int left = SLICE; left > 0 && !waiting.isEmpty(); left--) {
      left -= drop(waiting.peek(), left);
    }
    if (waiting.isEmpty() && timer != null) {
      // Each call makes a transaction, even if it does nothing.
      timer.cancel();
      timer = null;
    }
  }

  /** Drops that many at most, and returns how many. */
  private int drop(EventId eventId, int most) {
    EntrantKey from = next == null ? EntrantKey.first(eventId) : next;
    List<EntrantKey> found = new ArrayList<>();
    try (var people = entrants.range(from, EntrantKey.last(eventId))) {
      while (people.hasNext() && found.size() < most) {
        found.add(people.next().key);
      }
      next = people.hasNext() ? people.peekNextKey() : null;
    }
    found.forEach(entrants::delete);
    if (next == null) {
      waiting.remove();
    }
    return found.size();
  }
}
