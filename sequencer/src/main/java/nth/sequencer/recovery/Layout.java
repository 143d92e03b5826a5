package nth.sequencer.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import nth.contract.Topics;
import nth.sequencer.operator.CannotGoOn;
import nth.sequencer.operator.Installation;

/** The topics, which must be as the settings say before a command relies on them. */
final class Layout {

  private Layout() {}

  /**
   * @throws CannotGoOn if one is missing or something else
   */
  static void check(Installation installation) throws ExecutionException, InterruptedException {
    var found = Topics.verify(installation.admin(), installation.topics(), Topics.ALL);
    List<String> faults = new ArrayList<>(found.faults());
    found.missing().forEach(name -> faults.add(name + " does not exist"));
    if (!faults.isEmpty()) {
      throw new CannotGoOn("Topics are not what they must be: " + String.join("; ", faults));
    }
  }
}
