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
  // The least session that every broker allows.
  private static final Duration LONGEST_SESSION = Duration.ofSeconds(6);
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(5);

  /**
   * @throws IllegalArgumentException if one of them is out of range
   */
  public LineTimeouts {
    check("nth.sequencer.session-timeout", session, LONGEST_SESSION);
    check("nth.sequencer.transaction-timeout", transaction, LONGEST_TRANSACTION);
  }

  private static void check(String setting, Duration value, Duration longest) {
    if (value.compareTo(SHORTEST) < 0 || value.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "%s must be 1s to %ds and is %d ms"
              .formatted(setting, longest.toSeconds(), value.toMillis()));
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
