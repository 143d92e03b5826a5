package nth.sequencer.webhook;

/**
 * What is done for one notice, in this order: a crash behind any of them loses nothing, and sends
 * at most the same again.
 */
enum Step {
  ENTERED,
  COMMITTED,
  CLAIMED,
  ANSWERED,
  SETTLED;

  /** Where a test can end the process. */
  interface Hook {
    void after(Step step);
  }
}
