package nth.contract;

import static java.util.Objects.requireNonNull;

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
 * close. The closed state is final; settlement reads it here.
 *
 * @param definition as it was sent
 * @param opensAt resolved
 * @param position of the command that changed it last
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
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long totalEntries) {

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
  }

  /** One that is not closed. */
  public static PromotionView defined(
      EventId eventId,
      Definition definition,
      Instant opensAt,
      List<PlacedWinner> winners,
      Position position) {
    return new PromotionView(
        eventId, definition, opensAt, Phase.DEFINED, winners, position, null, null, null);
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
        totalEntries);
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
