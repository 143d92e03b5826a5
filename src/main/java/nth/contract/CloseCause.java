package nth.contract;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a promotion closed. */
public enum CloseCause {
  /** The last target fell. */
  WON,
  /** Its closing time came. */
  DUE,
  /** Somebody closed it. */
  MANUAL;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
