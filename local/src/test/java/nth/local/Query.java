package nth.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The metrics and labels of a query in PromQL; Prometheus itself judges the rest of it. */
final class Query {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\"(?:[^\"\\\\]|\\\\.)*\"" // a string
              + "|\\[[^]]*]" // a range
              + "|=~|!~|!=|=|[{}(),]"
              + "|[0-9][0-9a-z.]*" // a number or a duration
              + "|[a-zA-Z_:$][a-zA-Z0-9_:]*");
  private static final Set<String> GROUPING = Set.of("by", "without", "on", "ignoring");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  /**
   * A label that a metric is asked for.
   *
   * @param operator {@code =}, {@code !=}, {@code =~} or {@code !~}
   */
  record Matching(String label, String operator, String value) {

    boolean fits(Scrape.Series series) {
      String found = series.labels().getOrDefault(label, "");
      boolean equal = operator.endsWith("~") ? found.matches(value) : found.equals(value);
      return operator.startsWith("!") != equal;
    }
  }

  record Selector(String metric, List<Matching> matchings) {}

  private final List<String> tokens;
  private final List<Selector> selectors = new ArrayList<>();
  private final Set<String> groupedBy = new TreeSet<>();

  Query(String text) {
    tokens = TOKEN.matcher(text).results().map(found -> found.group()).toList();
    for (int at = 0; at < tokens.size(); ) {
      at = read(at);
    }
  }

  List<Selector> selectors() {
    return selectors;
  }

  /** Labels that results are grouped or matched by. */
  Set<String> groupedBy() {
    return groupedBy;
  }

  private int read(int at) {
    String token = tokens.get(at);
    if (GROUPING.contains(token)) {
      int end = after(")", at);
      tokens.subList(at + 2, end - 1).stream().filter(t -> !t.equals(",")).forEach(groupedBy::add);
      return end;
    }
    boolean name = Character.isLetter(token.charAt(0)) && !WORDS.contains(token);
    if (!name || next(at, "(")) {
      return at + 1;
    }
    // An aggregation says what it groups by before what it aggregates.
    if (at + 1 < tokens.size() && GROUPING.contains(tokens.get(at + 1))) {
      return at + 1;
    }
    int end = next(at, "{") ? after("}", at) : at + 1;
    selectors.add(new Selector(token, matchings(at + 2, end - 1)));
    return end;
  }

  private List<Matching> matchings(int from, int to) {
    List<Matching> found = new ArrayList<>();
    for (int at = from; at + 2 < to + 1; at += 4) {
      String quoted = tokens.get(at + 2);
      found.add(
          new Matching(
              tokens.get(at), tokens.get(at + 1), quoted.substring(1, quoted.length() - 1)));
    }
    return found;
  }

  private boolean next(int at, String token) {
    return at + 1 < tokens.size() && tokens.get(at + 1).equals(token);
  }

  private int after(String token, int at) {
    return at + tokens.subList(at, tokens.size()).indexOf(token) + 1;
  }
}
