package nth.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What one person is told about their entry, the same in HTTP and SSE. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "status")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Decision.Decided.class, name = "decided"),
  @JsonSubTypes.Type(value = Decision.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = Decision.Queued.class, name = "queued"),
  @JsonSubTypes.Type(value = Decision.Processing.class, name = "processing"),
  @JsonSubTypes.Type(value = Decision.None.class, name = "none")
})
public sealed interface Decision {

  record Decided(
      RequestId requestId,
      Position position,
      Instant decidedAt,
      Seq seq,
      boolean winner,
      boolean already)
      implements Decision {
    public Decided {
      requireNonNull(seq, "seq");
    }

    public static Decided of(Result.EntryNumbered result) {
      Origin origin = result.origin();
      return new Decided(
          origin.requestId(),
          origin.position(),
          origin.decidedAt(),
          result.seq(),
          result.winner(),
          result.already());
    }
  }

  record Refused(RequestId requestId, Position position, Instant decidedAt, RefusalReason reason)
      implements Decision {
    public static Refused of(Result.Refused result) {
      Origin origin = result.origin();
      return new Refused(
          origin.requestId(), origin.position(), origin.decidedAt(), result.reason());
    }
  }

  /** In the log, not decided yet. */
  record Queued(RequestId requestId, Position position) implements Decision {}

  /**
   * @param ahead commands of the partition in line before it, if a position was asked for
   */
  record Processing(@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long ahead)
      implements Decision {}

  /** This person did not enter, as far as this instance has read. */
  record None() implements Decision {}
}
