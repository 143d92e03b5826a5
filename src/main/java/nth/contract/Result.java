package nth.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands on {@code nth.results}: exactly one answer to every command, in order, with a closing
 * beside it where one happens. Only an {@linkplain Origin#isEffect() effect} counts for numbers,
 * winners and counters.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Result.PromotionDefined.class, name = "promotion_defined"),
  @JsonSubTypes.Type(value = Result.EntryNumbered.class, name = "entry_numbered"),
  @JsonSubTypes.Type(value = Result.PromotionClosed.class, name = "promotion_closed"),
  @JsonSubTypes.Type(value = Result.PromotionRetired.class, name = "promotion_retired"),
  @JsonSubTypes.Type(value = Result.Refused.class, name = "refused")
})
@JsonIgnoreProperties(value = "v", allowGetters = true)
@JsonPropertyOrder("v")
public sealed interface Result {

  Origin origin();

  /** The logical name on the wire, also in the record header {@code type}. */
  String type();

  @JsonProperty("v")
  default int version() {
    return Json.VERSION;
  }

  /** Whether this is the answer to a command of that type, not a closing beside one. */
  boolean answers(Command command);

  <T> T on(Cases<T> cases);

  /** One function per kind of result: a new kind breaks the build until each is handled. */
  interface Cases<T> {
    T defined(PromotionDefined result);

    T numbered(EntryNumbered result);

    T closed(PromotionClosed result);

    T retired(PromotionRetired result);

    T refused(Refused result);
  }

  /**
   * @param definition with opens_at resolved
   */
  record PromotionDefined(@JsonUnwrapped Origin origin, @JsonUnwrapped Definition definition)
      implements Result {
    public PromotionDefined {
      requireNonNull(definition.opensAt(), "opens_at");
    }

    @Override
    public String type() {
      return "promotion_defined";
    }

    @Override
    public boolean answers(Command command) {
      return command instanceof Command.DefinePromotion;
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.defined(this);
    }
  }

  /**
   * @param numberedAt when the number was first given
   * @param already this request_id is not the one that got the number
   */
  record EntryNumbered(
      @JsonUnwrapped Origin origin,
      UserId userId,
      Seq seq,
      boolean winner,
      Instant numberedAt,
      boolean already)
      implements Result {
    public EntryNumbered {
      requireNonNull(userId, "user_id");
      requireNonNull(seq, "seq");
      requireNonNull(numberedAt, "numbered_at");
    }

    @Override
    public String type() {
      return "entry_numbered";
    }

    @Override
    public boolean answers(Command command) {
      return command instanceof Command.SubmitEntry;
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.numbered(this);
    }
  }

  record PromotionClosed(
      @JsonUnwrapped Origin origin, CloseCause cause, long totalEntries, List<PlacedWinner> winners)
      implements Result {
    public PromotionClosed {
      requireNonNull(cause, "cause");
      winners = List.copyOf(winners);
    }

    @Override
    public String type() {
      return "promotion_closed";
    }

    @Override
    public boolean answers(Command command) {
      return command instanceof Command.ClosePromotion;
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.closed(this);
    }
  }

  /** From here on nobody's number is known to the line; this topic keeps them. */
  record PromotionRetired(@JsonUnwrapped Origin origin) implements Result {
    @Override
    public String type() {
      return "promotion_retired";
    }

    @Override
    public boolean answers(Command command) {
      return command instanceof Command.RetirePromotion;
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.retired(this);
    }
  }

  /**
   * @param command the type of the refused command
   * @param userId of an entry only
   */
  record Refused(
      @JsonUnwrapped Origin origin,
      String command,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UserId userId,
      RefusalReason reason)
      implements Result {
    public Refused {
      requireNonNull(command, "command");
      requireNonNull(reason, "reason");
    }

    @Override
    public String type() {
      return "refused";
    }

    @Override
    public boolean answers(Command command) {
      return this.command.equals(command.type());
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.refused(this);
    }
  }
}
