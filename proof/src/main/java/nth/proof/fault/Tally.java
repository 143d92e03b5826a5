package nth.proof.fault;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How often each kind struck, and how soon the line went on. */
public final class Tally {

  /** One line per kind. */
  public static List<String> of(List<Outcome> outcomes) {
    return outcomes.stream()
        .collect(Collectors.groupingBy(Outcome::kind, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(kind -> line(kind.getKey(), kind.getValue()))
        .toList();
  }

  private static String line(Kind kind, List<Outcome> outcomes) {
    List<Duration> silences = outcomes.stream().map(Outcome::silence).sorted().toList();
    List<Duration> times =
        outcomes.stream().flatMap(o -> o.recoveredIn().stream()).sorted().toList();
    return "%-20s %4d  first result after %s; longest silence %s"
        .formatted(kind.text(), outcomes.size(), percentiles(times), percentiles(silences));
  }

  private static String percentiles(List<Duration> sorted) {
    return sorted.isEmpty()
        ? "never"
        : "%s (median) %s (p95) %s (longest)"
            .formatted(seconds(sorted, 50), seconds(sorted, 95), seconds(sorted, 100));
  }

  /** The least time that so many per cent do not exceed. */
  private static String seconds(List<Duration> sorted, int percent) {
    int rank = (sorted.size() * percent + 99) / 100;
    return "%.1f s".formatted(sorted.get(rank - 1).toMillis() / 1000.0);
  }

  private Tally() {}
}
