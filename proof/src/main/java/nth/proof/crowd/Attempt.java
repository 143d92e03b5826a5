package nth.proof.crowd;

import org.jspecify.annotations.Nullable;

/**
 * One request to enter and what came of it.
 *
 * @param promotion its place in the {@link Journal}
 * @param person the number in their name
 * @param key the number in the request's id, or {@link #NO_KEY}
 * @param ingress the instance asked
 * @param sentAt on the {@link Timeline}, nanoseconds
 * @param answeredAt the same
 */
public record Attempt(
    int promotion, int person, int key, int ingress, long sentAt, long answeredAt, Answer answer) {

  /** Sent without an Idempotency-Key. */
  public static final int NO_KEY = -1;

  /** The same persons enter every promotion. */
  public static String userId(int person) {
    return "guest-" + person;
  }

  /** The same in every promotion: keys belong to a person and an event. */
  public static String requestId(int person, int key) {
    return "click-" + person + "-" + key;
  }

  public String userId() {
    return userId(person);
  }

  public boolean isKeyed() {
    return key != NO_KEY;
  }

  /** The request id that the person knew when sending, if any. */
  public @Nullable String sentId() {
    return isKeyed() ? requestId(person, key) : null;
  }
}
