package nth.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What stands on the compacted {@code nth.promotions}: a promotion after its latest define, win or
 * close. The closed state is final; settlement reads it here. It is written once more when the
 * promotion is retired, and says the same but for that.
 *
 * @param definition as it was sent
 * @param opensAt resolved
 * @param position of the command that changed it last; a retirement changes nothing of it
 * @param retiredAt log time since which nobody's number is known; null: they are
 * @param retiredBy the command that retired it
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(value = PromotionView.class, name = PromotionView.TYPE))
@JsonIgnoreProperties(
    value = {"v", "dedup_id"},
    allowGetters = true)
@JsonPropertyOrder("v")
public record PromotionView(
    EventId eventId,
    Definition definition,
    Instant opensAt,
    Phase phase,
    List<PlacedWinner> winners,
    Position position,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant closedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable CloseCause cause,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long totalEntries,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant retiredAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Position retiredBy) {

  public static final String TYPE = "promotion_state";

  /** Open or not is a question of time; closed is for ever. */
  public enum Phase {
    DEFINED,
    CLOSED;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public PromotionView {
    requireNonNull(eventId, "event_id");
    requireNonNull(definition, "definition");
    requireNonNull(opensAt, "opens_at");
    requireNonNull(position, "position");
    winners = List.copyOf(winners);
    boolean closed = phase == Phase.CLOSED;
    if (closed != (closedAt != null)
        || closed != (cause != null)
        || closed != (totalEntries != null)) {
      throw new IllegalArgumentException("closed_at, cause and total_entries belong to a closing");
    }
    if ((retiredAt != null) != (retiredBy != null) || (retiredAt != null && !closed)) {
      throw new IllegalArgumentException("retired_at and retired_by belong to one that is closed");
    }
  }

  /** One that is not closed. */
  public static PromotionView defined(
      EventId eventId,
      Definition definition,
      Instant opensAt,
      List<PlacedWinner> winners,
      Position position) {
    return new PromotionView(
        eventId,
        definition,
        opensAt,
        Phase.DEFINED,
        winners,
        position,
        null,
        null,
        null,
        null,
        null);
  }

  /** The same promotion after its closing. */
  public PromotionView closed(
      List<PlacedWinner> winners,
      Position position,
      Instant closedAt,
      CloseCause cause,
      long totalEntries) {
    return new PromotionView(
        eventId,
        definition,
        opensAt,
        Phase.CLOSED,
        winners,
        position,
        closedAt,
        cause,
        totalEntries,
        null,
        null);
  }

  /** The same closed promotion after its retirement. */
  public PromotionView retired(Instant at, Position by) {
    return new PromotionView(
        eventId,
        definition,
        opensAt,
        phase,
        winners,
        position,
        closedAt,
        cause,
        totalEntries,
        at,
        by);
  }

  /** Whether nobody's number is known any more. */
  @JsonIgnore
  public boolean isRetired() {
    return retiredAt != null;
  }

  @JsonProperty
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public @Nullable String dedupId() {
    return phase == Phase.CLOSED ? "promotion-closed:" + eventId : null;
  }

  @JsonProperty("v")
  public int version() {
    return Json.VERSION;
  }
}
