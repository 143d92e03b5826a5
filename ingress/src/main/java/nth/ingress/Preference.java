package nth.ingress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request waits for its decision: as its {@code Prefer} headers (RFC 7240) say, else as
 * the settings do.
 *
 * @param waiting how long; empty: it does not
 * @param preferred as {@code Preference-Applied} spells it; empty if nothing was preferred
 */
record Preference(Optional<Duration> waiting, Optional<String> preferred) {

  static final String HEADER = "Prefer";
  static final String APPLIED = "Preference-Applied";

  private static final String WAIT = "wait";
  private static final String RESPOND_ASYNC = "respond-async";
  // Possessive throughout: a hostile header must not make it try again and again.
  private static final Pattern ONE =
      Pattern.compile(
          "\\s*+([!#$%&'*+.^_`|~0-9A-Za-z-]++)\\s*+(?:=\\s*+\"?+([^\";]*+)\"?+\\s*+)?+(?:;.*+)?+");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

  static Preference of(List<String> headers, IngressSettings settings) {
    Map<String, String> preferences = parse(headers);
    Optional<Duration> wait = seconds(preferences.get(WAIT));
    if (wait.isPresent()) {
      return new Preference(wait, Optional.of(WAIT + "=" + wait.get().toSeconds()));
    }
    if (preferences.containsKey(RESPOND_ASYNC)) {
      return new Preference(Optional.empty(), Optional.of(RESPOND_ASYNC));
    }
    return switch (settings.mode()) {
      case QUEUE -> new Preference(Optional.empty(), Optional.empty());
      case SYNC -> new Preference(Optional.of(settings.syncWait()), Optional.empty());
    };
  }

  /**
   * Value of {@code Preference-Applied}.
   *
   * @param waited what the request did; a wait may not have been possible
   */
  Optional<String> applied(boolean waited) {
    return waited == waiting.isPresent() ? preferred : Optional.empty();
  }

  /** Of a preference that is stated twice the first counts. */
  private static Map<String, String> parse(List<String> headers) {
    Map<String, String> preferences = new LinkedHashMap<>();
    for (String header : headers) {
      for (String one : elements(header)) {
        Matcher parts = ONE.matcher(one);
        if (parts.matches()) {
          String value = parts.group(2) == null ? "" : parts.group(2).strip();
          preferences.putIfAbsent(parts.group(1).toLowerCase(Locale.ROOT), value);
        }
      }
    }
    return preferences;
  }

  /** What stands between the commas that are not within quotes. */
  private static List<String> elements(String header) {
    List<String> elements = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < header.length(); i++) {
      char c = header.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        elements.add(header.substring(start, i));
        start = i + 1;
      }
    }
    elements.add(header.substring(start));
    return elements;
  }

  private static Optional<Duration> seconds(@Nullable String value) {
    if (value == null || !SECONDS.matcher(value).matches()) {
      return Optional.empty();
    }
    Duration wait = Duration.ofSeconds(Long.parseLong(value));
    Duration longest = IngressSettings.LONGEST_WAIT;
    return Optional.of(wait.compareTo(longest) > 0 ? longest : wait);
  }
}
