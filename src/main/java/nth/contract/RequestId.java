package nth.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/**
 * Names one attempt of one person in one promotion: the caller's Idempotency-Key, or a UUID.
 *
 * @throws IllegalArgumentException if the text is not 1 to 128 printable ASCII characters, or has a
 *     quote or a backslash
 */
public record RequestId(@JsonValue String value) {

  private static final Pattern RULE = Pattern.compile("[ -~&&[^\"\\\\]]{1,128}");

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public RequestId {
    if (value == null || !RULE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "request_id must be 1 to 128 printable ASCII characters without quote or backslash");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
