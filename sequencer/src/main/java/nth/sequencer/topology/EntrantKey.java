package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import nth.contract.EventId;
import nth.contract.UserId;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** One person in one promotion; stored as {@code event_id/user_id}, and neither has a slash. */
public record EntrantKey(EventId eventId, UserId userId) {

  private static final UserId FIRST = new UserId("+");
  private static final UserId LAST = new UserId("~".repeat(255));

  public static Serde<EntrantKey> serde() {
    return Serdes.serdeFrom(
        // None is the open end of a range.
        (topic, key) -> key == null ? null : (prefix(key.eventId()) + key.userId()).getBytes(UTF_8),
        (topic, bytes) -> parse(new String(bytes, UTF_8)));
  }

  /** How all of that promotion begin, stored; promotions sort by it, and not by their ids. */
  static String prefix(EventId eventId) {
    return eventId + "/";
  }

  /** None of that promotion sorts before this one, stored. */
  static EntrantKey first(EventId eventId) {
    return new EntrantKey(eventId, FIRST);
  }

  /** None of that promotion sorts behind this one, stored. */
  static EntrantKey last(EventId eventId) {
    return new EntrantKey(eventId, LAST);
  }

  private static EntrantKey parse(String text) {
    int slash = text.indexOf('/');
    return new EntrantKey(
        new EventId(text.substring(0, slash)), new UserId(text.substring(slash + 1)));
  }
}
