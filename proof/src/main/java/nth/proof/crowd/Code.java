package nth.proof.crowd;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What an answer says, or why there is none. */
public enum Code {
  QUEUED(true),
  DECIDED(true),
  CLOSED(true),
  RETIRED(true),
  NOT_STARTED(true),
  EVENT_NOT_FOUND(true),
  RATE_LIMITED(false),
  UNAVAILABLE(false),
  OUTCOME_UNKNOWN(false),
  TIME_OUT(false),
  NO_CONNECTION(false),
  CONNECTION_LOST(false),
  /** The crowd stopped while the person was still trying. */
  GAVE_UP(true),
  /** A fault of the application that another attempt may get past. */
  FAILED(false),
  /** An answer that nobody here should get. */
  UNEXPECTED(true);

  private static final Map<String, Code> BY_WIRE =
      Arrays.stream(values()).collect(Collectors.toMap(Code::wire, Function.identity()));

  private final boolean isFinal;

  Code(boolean isFinal) {
    this.isFinal = isFinal;
  }

  /** Whether the person is content with it; otherwise the same request is sent again. */
  public boolean isFinal() {
    return isFinal;
  }

  public boolean isAccepted() {
    return this == QUEUED || this == DECIDED;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Code ofProblem(int status, String code) {
    return BY_WIRE.getOrDefault(code, status >= 500 ? FAILED : UNEXPECTED);
  }
}
