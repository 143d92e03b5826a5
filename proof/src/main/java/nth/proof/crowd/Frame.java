package nth.proof.crowd;

import nth.contract.Decision;
import nth.contract.PromotionState;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a stream.
 *
 * @param connection the how many-th of its watcher
 * @param id of the frame, or {@link #NO_ID}
 * @param event its SSE type
 * @param decision what it says, if that is about a person
 * @param state what it says, if that is about a promotion
 */
public record Frame(
    int connection,
    long id,
    String event,
    @Nullable Decision decision,
    @Nullable PromotionState state) {

  public static final long NO_ID = -1;

  /** Stands for an answer in place of the stream: nobody's number is known any more. */
  public static final String RETIRED = "retired";

  /** Whether the server has nothing more to say after it. */
  boolean isLast() {
    return event.equals("closed") || decision instanceof Decision.Decided;
  }
}
