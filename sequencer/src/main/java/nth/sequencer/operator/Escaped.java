package nth.sequencer.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** Text of strangers as it may be shown on a terminal: printable ASCII, the rest as escapes. */
public final class Escaped {

  private Escaped() {}

  /** In quotes and cut after so many bytes; what is cut is told. */
  public static String of(byte @Nullable [] bytes, int most) {
    if (bytes == null) {
      return "none";
    }
    String shown = of(new String(bytes, 0, Math.min(bytes.length, most), UTF_8));
    return "\"" + shown + "\"" + (bytes.length > most ? " …" : "");
  }

  public static String of(String text) {
    var shown = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (c >= ' ' && c <= '~' && c != '\\') {
                shown.append((char) c);
              } else {
                shown.append("\\u%04x".formatted(c));
              }
            });
    return shown.toString();
  }
}
