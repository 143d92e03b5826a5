package nth.contract;

import java.util.Locale;

/** Why a record was put aside; on the wire in the header {@code nth-reason}. */
public enum DeadLetterReason {
  MISSING_KEY,
  MISSING_VALUE,
  TOO_LARGE,
  INVALID_JSON,
  UNKNOWN_COMMAND,
  KEY_MISMATCH,
  WRONG_PARTITION,
  /** A record of ours that its reader cannot make sense of. */
  UNREADABLE,
  /** Says something else than the audit database holds. */
  CONTRADICTION;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
