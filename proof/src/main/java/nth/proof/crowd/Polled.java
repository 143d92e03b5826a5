package nth.proof.crowd;

import java.util.List;
import nth.contract.Decision;
import nth.contract.Position;
import org.jspecify.annotations.Nullable;

/**
 * What somebody was told who had a 202 and asked for the result.
 *
 * @param promotion its place in the {@link Journal}
 * @param position as the 202 told it
 * @param told in order, without what was merely repeated
 * @param ended whether the decision, or that it is forgotten, was told by every instance
 */
public record Polled(int promotion, int person, Position position, List<Told> told, boolean ended) {

  /**
   * One answer.
   *
   * @param code of a problem, else empty
   */
  public record Told(int status, String code, @Nullable Decision decision) {}

  public Polled {
    told = List.copyOf(told);
  }
}
