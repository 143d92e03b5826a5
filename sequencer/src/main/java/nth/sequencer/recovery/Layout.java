package nth.sequencer.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import nth.contract.Topics;
import nth.sequencer.operator.CannotGoOn;
import nth.sequencer.operator.Installation;

/** The topics, which must be as the settings say before a command relies on them. */
final class Layout {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_MS = 100;

  private Layout() {}

  /** The same for topics just created: a broker hears of them a little after its controller. */
  static void awaitAndCheck(Installation installation)
      throws ExecutionException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!found(installation).missing().isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(PAUSE_MS);
    }
    check(installation);
  }

  /**
   * @throws CannotGoOn if one is missing or something else
   */
  static void check(Installation installation) throws ExecutionException, InterruptedException {
    Topics.Findings found = found(installation);
    List<String> faults = new ArrayList<>(found.faults());
    found.missing().forEach(name -> faults.add(name + " does not exist"));
    if (!faults.isEmpty()) {
      throw new CannotGoOn("Topics are not what they must be: " + String.join("; ", faults));
    }
  }

  private static Topics.Findings found(Installation installation)
      throws ExecutionException, InterruptedException {
    return Topics.verify(installation.admin(), installation.topics(), Topics.ALL);
  }
}
