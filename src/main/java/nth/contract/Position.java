package nth.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a command stands in {@code nth.entries}, written {@code partition-offset}. Positions of one
 * promotion share a partition, so their offsets tell who came first.
 *
 * @throws IllegalArgumentException if partition or offset is negative
 */
public record Position(int partition, long offset) {

  private static final Pattern WIRE = Pattern.compile("(0|[1-9]\\d{0,8})-(0|[1-9]\\d{0,17})");

  public Position {
    if (partition < 0 || offset < 0) {
      throw new IllegalArgumentException("partition and offset are 0 or more");
    }
  }

  /**
   * @throws IllegalArgumentException if the text is not in the one spelling of a position
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Position parse(String text) {
    Matcher parts = WIRE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("a position is partition-offset, as in 0-48123");
    }
    return new Position(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
  }

  @JsonValue
  @Override
  public String toString() {
    return partition + "-" + offset;
  }
}
