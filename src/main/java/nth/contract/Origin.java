package nth.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;

/**
 * Which command a result answers, where that stands and when it was decided.
 *
 * @param decidedAt log time: the greater of the record's append time and the largest before it
 * @param originalPosition the command that first had this effect
 */
public record Origin(
    EventId eventId,
    RequestId requestId,
    Instant requestedAt,
    Position position,
    Instant decidedAt,
    Position originalPosition) {

  public Origin {
    requireNonNull(eventId, "event_id");
    requireNonNull(requestId, "request_id");
    requireNonNull(requestedAt, "requested_at");
    requireNonNull(position, "position");
    requireNonNull(decidedAt, "decided_at");
    requireNonNull(originalPosition, "original_position");
  }

  public static Origin of(Command command, Position position, Instant decidedAt) {
    return new Origin(
        command.eventId(),
        command.requestId(),
        command.requestedAt(),
        position,
        decidedAt,
        position);
  }

  /** The same answer, for an effect that an earlier command had. */
  public Origin repeating(Position original) {
    return new Origin(eventId, requestId, requestedAt, position, decidedAt, original);
  }

  /** Whether the result is the effect itself and not a repetition for another request. */
  @JsonIgnore
  public boolean isEffect() {
    return position.equals(originalPosition);
  }
}
