package nth.proof.stage;

/** What becomes of some bytes on a wire. */
enum Fate {
  PASS,
  SWALLOW,
  /** They are lost and their connection is reset. */
  RESET
}
