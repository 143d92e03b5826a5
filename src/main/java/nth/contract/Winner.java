package nth.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;

/**
 * What stands on {@code nth.winners}: one win, a pure function of the log, so the same bytes on
 * every attempt and every replay. The payer maps (event_id, seq) to the prize and pays once per
 * {@link #dedupId()}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(value = Winner.class, name = Winner.TYPE))
@JsonIgnoreProperties(
    value = {"v", "dedup_id"},
    allowGetters = true)
@JsonPropertyOrder("v")
public record Winner(
    EventId eventId,
    Seq seq,
    UserId userId,
    RequestId requestId,
    Instant requestedAt,
    Instant determinedAt,
    Position position) {

  public static final String TYPE = "winner_determined";

  public Winner {
    requireNonNull(eventId, "event_id");
    requireNonNull(seq, "seq");
    requireNonNull(userId, "user_id");
    requireNonNull(requestId, "request_id");
    requireNonNull(requestedAt, "requested_at");
    requireNonNull(determinedAt, "determined_at");
    requireNonNull(position, "position");
  }

  public static Winner of(Result.EntryNumbered win) {
    Origin origin = win.origin();
    return new Winner(
        origin.eventId(),
        win.seq(),
        win.userId(),
        origin.requestId(),
        origin.requestedAt(),
        win.numberedAt(),
        origin.position());
  }

  /** The same for the same win, whatever crashed in between. */
  @JsonProperty
  public String dedupId() {
    return "promotion-winner:" + eventId + ":" + seq;
  }

  @JsonProperty("v")
  public int version() {
    return Json.VERSION;
  }
}
