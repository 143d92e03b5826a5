package nth.sequencer.webhook;

import java.time.Duration;

/**
 * How long to wait before the next attempt: twice as long each time, and between half and all of
 * it, so that notices that failed together do not come back together.
 *
 * @param first before the second attempt
 */
record Pauses(Duration first, Duration longest) {

  private static final int DOUBLINGS = 40;

  /**
   * @param attempts that failed so far, one at least
   * @param chance from 0 to 1
   */
  Duration after(int attempts, double chance) {
    double whole = first.toMillis() * Math.pow(2, Math.min(attempts - 1, DOUBLINGS));
    double bounded = Math.min(whole, longest.toMillis());
    return Duration.ofMillis(Math.round(bounded * (1 + chance) / 2));
  }
}
