package nth.local.payer;

/**
 * Whoever moves the money; the only part to replace. An order that comes again, with the same key,
 * must move nothing and get the same reference.
 */
interface Payout {

  /**
   * @return their reference of the payment
   * @throws NeverPayable if asking again will never help
   * @throws RuntimeException if it is not known whether it is paid: the same order comes again
   */
  String pay(PrizeOrder order);
}
