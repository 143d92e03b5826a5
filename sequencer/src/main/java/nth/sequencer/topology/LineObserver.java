package nth.sequencer.topology;

import nth.contract.Result;

/**
 * Hears what the line does, on its own thread: it must be quick and must not throw. A crash may
 * take back what was heard; then it is heard again.
 */
public interface LineObserver {

  LineObserver NOBODY = new LineObserver() {};

  /** This instance has a partition to decide, or its state was restored anew. */
  default void tookUp() {}

  /** A record that had been applied before was passed over. */
  default void passedOver() {}

  default void answered(Result result) {}

  default void won() {}

  /** A record that could not be read became a dead letter. */
  default void putAside() {}

  /**
   * A command was decided, and all that follows from it was handed over.
   *
   * @param appendedMs when it came into the log, by the broker's clock
   */
  default void decided(long appendedMs) {}
}
