package nth.local.payer;

/** What the payer does for one win, in this order: a crash behind any of them loses nothing. */
enum Step {
  ENTERED,
  CALLED,
  MARKED,
  COMMITTED;

  /** Where a test can end the process. */
  interface Hook {
    void after(Step step);
  }
}
