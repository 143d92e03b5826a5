package nth.proof.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whoever follows the committed results. */
public interface Recovery {

  /**
   * When every partition that people enter had a result again of something sent after this moment.
   * Waits for it, at most until the limit has passed from now on; asked later, it says the same.
   */
  Optional<Instant> firstResultAfter(Instant moment, Duration limit) throws InterruptedException;

  /**
   * The longest stretch within the window in which nothing of some partition was decided although
   * something accepted waited for it.
   */
  Duration longestSilence(Instant since, Instant until);
}
