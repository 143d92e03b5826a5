package nth.proof.verdict;

import java.time.Duration;
import java.util.List;
import nth.proof.crowd.Code;
import nth.proof.crowd.Crowd;
import nth.proof.crowd.Watched;

/**
 * What a crowd did, in numbers.
 *
 * @param requests to enter, with all repeats
 * @param accepted answered with 202 or 200
 * @param repeated sent again for want of a final answer
 * @param gaveUp still trying when the crowd stopped
 * @param heldBack due, but too many others waited
 * @param watched streams that were watched
 * @param reconnects of all streams, without the last question that 204 answers
 * @param polled persons who asked for their result
 */
public record Tally(
    long seed,
    Duration lasted,
    long promotions,
    long requests,
    long accepted,
    long repeated,
    long gaveUp,
    long heldBack,
    long watched,
    long reconnects,
    long polled,
    Duration longestGap) {

  /** Of a crowd that has left. */
  public static Tally of(Crowd crowd, Duration lasted) throws InterruptedException {
    List<Watched> watched = crowd.watched();
    return new Tally(
        crowd.settings().seed(),
        lasted,
        crowd.journal().promotions().size(),
        crowd.journal().size(),
        crowd.journal().count(Code.QUEUED) + crowd.journal().count(Code.DECIDED),
        crowd.repeats(),
        crowd.journal().count(Code.GAVE_UP),
        crowd.heldBack(),
        watched.size(),
        watched.stream().mapToLong(Watched::reconnects).sum(),
        crowd.polled().size(),
        crowd.gaps().longest());
  }
}
