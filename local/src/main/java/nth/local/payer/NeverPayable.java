package nth.local.payer;

/** A prize that cannot be paid, however often one asks; somebody has to look. */
final class NeverPayable extends RuntimeException {

  NeverPayable(String why) {
    super(why);
  }
}
