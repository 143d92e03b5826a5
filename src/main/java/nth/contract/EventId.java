package nth.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/**
 * Names one promotion, for ever: lower-case letters, digits and hyphens, at most 64 characters. A
 * closed one is never used again.
 *
 * @throws IllegalArgumentException if the text is anything else
 */
public record EventId(@JsonValue String value) implements Comparable<EventId> {

  private static final Pattern RULE = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public EventId {
    if (value == null || !RULE.matcher(value).matches()) {
      throw new IllegalArgumentException("event_id must match " + RULE);
    }
  }

  @Override
  public int compareTo(EventId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
