package nth.local.payer;

import nth.contract.EventId;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.Winner;

/**
 * What is asked of whoever moves the money. What (event_id, seq) is worth is known there.
 *
 * @param idempotencyKey of this win in this environment, for ever
 */
record PrizeOrder(String idempotencyKey, EventId eventId, Seq seq, UserId userId) {

  /**
   * @param environment keeps a prize that was paid in a rehearsal from counting as paid
   */
  static PrizeOrder of(Winner winner, String environment) {
    return new PrizeOrder(
        environment + ":" + winner.dedupId(), winner.eventId(), winner.seq(), winner.userId());
  }
}
