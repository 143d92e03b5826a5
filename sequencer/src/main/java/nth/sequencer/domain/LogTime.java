package nth.sequencer.domain;

import java.time.Instant;

/**
 * The clock of one partition of the log: the greater of a record's append time and the largest so
 * far. Broker clocks step back; log time does not.
 */
public record LogTime(Instant now) {

  public static final LogTime BEGINNING = new LogTime(Instant.EPOCH);

  /** After a record with that append time. */
  public LogTime at(Instant appended) {
    return appended.isAfter(now) ? new LogTime(appended) : this;
  }
}
