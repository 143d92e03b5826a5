package nth.proof.verdict;

import nth.contract.Result;

/**
 * A result where it stands.
 *
 * @param offset in {@code nth.results}
 */
record Placed<R extends Result>(long offset, R result) {

  /** Of the command that it answers. */
  long command() {
    return result.origin().position().offset();
  }

  boolean isEffect() {
    return result.origin().isEffect();
  }
}
