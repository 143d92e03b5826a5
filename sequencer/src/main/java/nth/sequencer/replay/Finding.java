package nth.sequencer.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One way in which what was published is not what follows from the log.
 *
 * @param event whose promotion it is about; null if that cannot be told
 * @param where the record it was found in, as in {@code nth.results-0 offset 17}, or the row
 * @param position of the command it is about, or null
 * @param detail one sentence
 */
record Finding(
    Kind kind,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String event,
    String where,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String position,
    String detail) {

  enum Kind {
    GAP("K1"),
    DOUBLE_NUMBER("K1"),
    PERSON_TWICE("K1"),
    NEVER_GIVEN("K1"),
    WRONG_WINNER("K2"),
    WRONG_CLOSING("K2"),
    WRONG_DEFINITION("K2"),
    UNDECIDED("K3"),
    MISSING_RESULT("K3"),
    EXTRA_RESULT("K3"),
    DIFFERENT_RESULT("K3"),
    LATE_RESULT("K3"),
    MISSING_DEAD_LETTER("K3"),
    EXTRA_DEAD_LETTER("K3"),
    DIFFERENT_DEAD_LETTER("K3"),
    MISSING_WINNER("K4"),
    EXTRA_WINNER("K4"),
    DIFFERENT_WINNER("K4"),
    LATE_WINNER("K4"),
    MISSING_STATE("K4"),
    EXTRA_STATE("K4"),
    DIFFERENT_STATE("K4"),
    LATE_STATE("K4"),
    MISSING_ROW("K5"),
    EXTRA_ROW("K5"),
    DIFFERENT_ROW("K5"),
    /** A record of ours that nobody can read. */
    UNREADABLE("K3");

    private final String guarantee;

    Kind(String guarantee) {
      this.guarantee = guarantee;
    }

    /** The promise of the README that is broken. */
    String guarantee() {
      return guarantee;
    }

    @JsonValue
    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    String inWords() {
      return wire().replace('_', ' ');
    }
  }
}
