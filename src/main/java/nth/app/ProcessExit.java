package nth.app;

/** Ends the process because going on would be wrong. */
public interface ProcessExit {

  /** Of a process that found its surroundings wrong: sysexits' EX_CONFIG. */
  int CODE = 78;

  /**
   * Returns at once; the process ends from another thread.
   *
   * @param why one sentence for the operator
   */
  void because(String why);
}
