package nth.proof.streams;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whose streams they are. */
public enum Kind {
  /** All hear one promotion: one update is written to everybody. */
  PUBLIC,

  /** Everybody hears their own part: one transaction has a result for each of them. */
  PERSONAL;

  /**
   * @throws IllegalArgumentException if it is neither, nor {@code both}
   */
  public static List<Kind> of(String text) {
    return text.equals("both")
        ? List.of(values())
        : Arrays.stream(values())
            .filter(kind -> kind.text().equals(text))
            .findFirst()
            .map(List::of)
            .orElseThrow(() -> new IllegalArgumentException(text + " is neither"));
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
