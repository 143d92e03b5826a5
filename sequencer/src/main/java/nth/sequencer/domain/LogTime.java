package nth.sequencer.domain;

/**
 * The clock of one partition of the log: the greater of a record's append time and the largest log
 * time before it. Broker clocks step back; log time does not.
 */
public final class LogTime {

  private LogTime() {}

  /** All in milliseconds. */
  public static long of(long appended, long largestBefore) {
    return Math.max(appended, largestBefore);
  }
}
