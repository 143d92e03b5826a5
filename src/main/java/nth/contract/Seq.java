package nth.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A place in the order of valid entries: 1 for the first, without gap or repeat.
 *
 * @throws IllegalArgumentException below 1
 */
public record Seq(@JsonValue long value) implements Comparable<Seq> {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Seq {
    if (value < 1) {
      throw new IllegalArgumentException("a number is 1 or more");
    }
  }

  public static Seq first() {
    return new Seq(1);
  }

  public Seq next() {
    return new Seq(Math.addExact(value, 1));
  }

  @Override
  public int compareTo(Seq other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
