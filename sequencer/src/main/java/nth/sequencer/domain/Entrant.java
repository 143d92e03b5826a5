package nth.sequencer.domain;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import nth.contract.Position;
import nth.contract.RequestId;
import nth.contract.Seq;

/**
 * What is remembered of a person who has a number: which, and the command that got it.
 *
 * @param numberedAt log time
 */
public record Entrant(Seq seq, RequestId requestId, Position position, Instant numberedAt) {
  public Entrant {
    requireNonNull(seq, "seq");
    requireNonNull(requestId, "request_id");
    requireNonNull(position, "position");
    requireNonNull(numberedAt, "numbered_at");
  }
}
