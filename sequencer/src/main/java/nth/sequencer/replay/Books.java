package nth.sequencer.replay;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.EventId;
import org.jspecify.annotations.Nullable;

/**
 * The promotions there are. An event id that was never defined gets no book: anybody can make up as
 * many as they like.
 */
final class Books {

  private final Map<String, EventBook> books = new TreeMap<>();
  private final Tally strangers = new Tally();

  /** Null if it was never defined. */
  @Nullable EventBook find(String event) {
    return books.get(event);
  }

  EventBook open(EventId event) {
    return books.computeIfAbsent(event.value(), name -> new EventBook(event));
  }

  /** By event id. */
  Collection<EventBook> all() {
    return books.values();
  }

  /** Commands for event ids that were not defined then. */
  Tally strangers() {
    return strangers;
  }

  Tally total() {
    Tally total = new Tally();
    total.add(strangers);
    books.values().forEach(book -> total.add(book.tally()));
    return total;
  }
}
