package nth.sequencer.recovery;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import nth.sequencer.operator.CannotGoOn;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Who runs while a command would change what they stand on. */
final class Instances {

  /** Longer than the session of the line. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final long PAUSE_MS = 250;

  private Instances() {}

  /**
   * Returns as soon as nobody is in that group. An instance that has just ended without leaving, as
   * one that stopped itself does, is waited for.
   *
   * @throws CannotGoOn if an instance stays in it
   */
  static void checkNoneIn(String group, Admin admin)
      throws ExecutionException, InterruptedException {
    long patience = System.nanoTime() + PATIENCE.toNanos();
    int members = members(group, admin);
    while (members > 0 && System.nanoTime() < patience) {
      Thread.sleep(PAUSE_MS);
      members = members(group, admin);
    }
    if (members > 0) {
      throw new CannotGoOn(
          "%d of the sequencer's clients are in the group %s: stop every sequencer first. One that"
                  .formatted(members, group)
              + " was killed is no longer counted a few seconds later.");
    }
  }

  private static int members(String group, Admin admin)
      throws ExecutionException, InterruptedException {
    try {
      var groups = admin.describeConsumerGroups(List.of(group)).all().get();
      return groups.get(group).members().size();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return 0;
      }
      throw e;
    }
  }
}
