package nth.sequencer.topology;

import java.time.Duration;

/**
 * How long a line that fell silent keeps its place: what a take-over waits for.
 *
 * @param session until the group takes a silent instance for dead
 * @param transaction until the broker aborts what a silent instance left open
 */
public record LineTimeouts(Duration session, Duration transaction) {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /**
   * @throws IllegalArgumentException if one of them is out of range
   */
  public LineTimeouts {
    check("nth.sequencer.session-timeout", session);
    check("nth.sequencer.transaction-timeout", transaction);
  }

  private static void check(String setting, Duration value) {
    if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s must be 1s to 60s and is %d ms".formatted(setting, value.toMillis()));
    }
  }

  int sessionMs() {
    return (int) session.toMillis();
  }

  /** Four of five may be lost; and with its own next one a member hears that another is gone. */
  int heartbeatMs() {
    return sessionMs() / 5;
  }

  int transactionMs() {
    return (int) transaction.toMillis();
  }
}
