package nth.proof.verdict;

import java.util.List;
import nth.proof.crowd.Crowd;
import nth.proof.crowd.Follower;
import nth.proof.crowd.Journal;
import nth.proof.crowd.Polled;
import nth.proof.crowd.Watched;

/**
 * What people did and saw.
 *
 * @param faults of the crowd itself
 */
public record Evidence(
    Journal journal,
    Follower follower,
    List<Watched> watched,
    List<Polled> polled,
    List<String> faults) {

  /** Of a crowd that has left. */
  public static Evidence of(Crowd crowd) {
    return new Evidence(
        crowd.journal(), crowd.follower(), crowd.watched(), crowd.polled(), crowd.faults());
  }
}
