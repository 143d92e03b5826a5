package nth.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What stands on {@code nth.entries}: everything whose order relative to entries matters. The wire
 * form is flat JSON, pinned by the golden files.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Command.DefinePromotion.class, name = Command.DefinePromotion.TYPE),
  @JsonSubTypes.Type(value = Command.SubmitEntry.class, name = Command.SubmitEntry.TYPE),
  @JsonSubTypes.Type(value = Command.ClosePromotion.class, name = Command.ClosePromotion.TYPE),
  @JsonSubTypes.Type(value = Command.RetirePromotion.class, name = Command.RetirePromotion.TYPE)
})
@JsonIgnoreProperties(value = "v", allowGetters = true)
@JsonPropertyOrder("v")
public sealed interface Command {

  /** Every logical name there is. */
  Set<String> TYPES =
      Stream.of(Command.class.getAnnotation(JsonSubTypes.class).value())
          .map(JsonSubTypes.Type::name)
          .collect(Collectors.toUnmodifiableSet());

  EventId eventId();

  RequestId requestId();

  /** The requester's clock, for information only: no rule looks at it. */
  Instant requestedAt();

  /** The logical name on the wire, also in the record header {@code type}. */
  String type();

  @JsonProperty("v")
  default int version() {
    return Json.VERSION;
  }

  <T> T on(Cases<T> cases);

  /** One function per kind of command: a new kind breaks the build until each is handled. */
  interface Cases<T> {
    T define(DefinePromotion command);

    T submit(SubmitEntry command);

    T close(ClosePromotion command);

    T retire(RetirePromotion command);
  }

  record DefinePromotion(
      EventId eventId,
      RequestId requestId,
      Instant requestedAt,
      @JsonUnwrapped Definition definition)
      implements Command {
    static final String TYPE = "define_promotion";

    public DefinePromotion {
      checkHead(eventId, requestId, requestedAt);
      requireNonNull(definition, "definition");
    }

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.define(this);
    }
  }

  record SubmitEntry(EventId eventId, UserId userId, RequestId requestId, Instant requestedAt)
      implements Command {
    static final String TYPE = "submit_entry";

    public SubmitEntry {
      checkHead(eventId, requestId, requestedAt);
      requireNonNull(userId, "user_id");
    }

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.submit(this);
    }
  }

  /**
   * @param cause {@code manual} or {@code due}
   */
  record ClosePromotion(EventId eventId, RequestId requestId, Instant requestedAt, CloseCause cause)
      implements Command {
    static final String TYPE = "close_promotion";

    public ClosePromotion {
      checkHead(eventId, requestId, requestedAt);
      if (cause != CloseCause.MANUAL && cause != CloseCause.DUE) {
        throw new IllegalArgumentException("a command closes by manual or due");
      }
    }

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.close(this);
    }
  }

  /**
   * Asks that what is remembered of the people of a closed promotion be forgotten.
   *
   * @param retentionMs how long after its closing, in log time: 1 to {@link #MAX_RETENTION_MS}
   */
  record RetirePromotion(
      EventId eventId, RequestId requestId, Instant requestedAt, long retentionMs)
      implements Command {
    static final String TYPE = "retire_promotion";

    /** A hundred years. */
    public static final long MAX_RETENTION_MS = 36_525L * 24 * 60 * 60 * 1000;

    public RetirePromotion {
      checkHead(eventId, requestId, requestedAt);
      if (retentionMs < 1 || retentionMs > MAX_RETENTION_MS) {
        throw new IllegalArgumentException("retention_ms must be 1 to " + MAX_RETENTION_MS);
      }
    }

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public <T> T on(Cases<T> cases) {
      return cases.retire(this);
    }
  }

  private static void checkHead(EventId eventId, RequestId requestId, Instant requestedAt) {
    requireNonNull(eventId, "event_id");
    requireNonNull(requestId, "request_id");
    requireNonNull(requestedAt, "requested_at");
    Instants.check(requestedAt, "requested_at");
  }
}
