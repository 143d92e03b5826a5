package nth.contract;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How much of the running count the public may see: a live one tells bots when to press. */
public enum CountMode {
  LIVE,
  /** Stands still from 90 % of the next target until that target falls. */
  COARSE,
  HIDDEN;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
