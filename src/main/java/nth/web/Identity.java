package nth.web;

import java.util.List;
import nth.contract.EventId;
import nth.contract.UserId;
import org.springframework.http.HttpHeaders;

/** Who asks, and about what: as a gateway in front says it, or a problem. */
public final class Identity {

  public static final String USER_HEADER = "X-User-Id";

  /**
   * @throws Problem 401 {@code user_required} without the header, 400 {@code invalid_user} if it is
   *     no id or there are two
   */
  public UserId user(HttpHeaders headers) {
    List<String> given = headers.getOrEmpty(USER_HEADER);
    if (given.isEmpty()) {
      throw new Problem(ProblemCode.USER_REQUIRED, "The header X-User-Id must name the person.");
    }
    if (given.size() > 1) {
      throw new Problem(ProblemCode.INVALID_USER, "There must be one header X-User-Id.");
    }
    try {
      return new UserId(given.get(0));
    } catch (IllegalArgumentException e) {
      throw new Problem(
          ProblemCode.INVALID_USER, "X-User-Id must be 1 to 255 of A-Z a-z 0-9 . _ : @ | + = ~ -");
    }
  }

  /**
   * @throws Problem 400 {@code invalid_event_id}
   */
  public static EventId eventId(String text) {
    try {
      return new EventId(text);
    } catch (IllegalArgumentException e) {
      throw new Problem(
          ProblemCode.INVALID_EVENT_ID,
          "An event id is 1 to 64 of a-z 0-9 - and begins with a letter or digit.");
    }
  }
}
