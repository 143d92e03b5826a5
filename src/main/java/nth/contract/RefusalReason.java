package nth.contract;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a command had no effect. A refusal is final for its command and uses no number. */
public enum RefusalReason {
  EVENT_NOT_FOUND,
  NOT_STARTED,
  CLOSED,
  ALREADY_RUNNING,
  INVALID_TIMES,
  NOT_DUE,
  RETIRED;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
