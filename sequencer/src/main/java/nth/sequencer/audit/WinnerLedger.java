package nth.sequencer.audit;

import nth.contract.Winner;

/**
 * The books of wins and closings. What is written stays: the same again changes nothing, and
 * anything else about the same win or closing is a contradiction, never an update.
 */
interface WinnerLedger {

  /**
   * @throws RuntimeException if the database does not answer: whether it is written is not known
   */
  Verdict record(Winner winner);

  /**
   * @throws RuntimeException if the database does not answer: whether it is written is not known
   */
  Verdict record(Closing closing);
}
