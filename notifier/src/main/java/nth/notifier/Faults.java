package nth.notifier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Of serving many, one after the other: one's fault is not another's, and the log says it once. */
final class Faults {

  private int count;
  private @Nullable RuntimeException first;

  void add(RuntimeException fault) {
    count++;
    first = first == null ? fault : first;
  }

  /** Runs it, whatever comes of it. */
  void guard(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      add(e);
    }
  }

  /**
   * @param what failed, of how many it says first
   */
  void logTo(Logger log, String what) {
    if (count > 0) {
      log.error("{} {}; of the first:", count, what, first);
    }
  }
}
