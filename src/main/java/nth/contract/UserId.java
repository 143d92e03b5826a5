package nth.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/**
 * Names one person, as the shop does: compared exactly and never folded, so that one person has one
 * spelling everywhere.
 *
 * @throws IllegalArgumentException if the text is not 1 to 255 of the allowed characters
 */
public record UserId(@JsonValue String value) implements Comparable<UserId> {

  private static final Pattern RULE = Pattern.compile("[A-Za-z0-9._:@|+=~-]{1,255}");
  private static final String HIDDEN = "***";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public UserId {
    if (value == null || !RULE.matcher(value).matches()) {
      throw new IllegalArgumentException("user_id must match " + RULE);
    }
  }

  /** What the public may see of a winner: two characters, or none of a short id. */
  public String masked() {
    return value.length() < 6 ? HIDDEN : value.substring(0, 2) + HIDDEN;
  }

  @Override
  public int compareTo(UserId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
