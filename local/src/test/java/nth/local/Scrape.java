package nth.local;

import static java.util.stream.Collectors.toCollection;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an application answers at {@code /actuator/prometheus}. */
final class Scrape {

  private static final Pattern NAME = Pattern.compile("^[a-z_:][a-zA-Z0-9_:]*");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern PART = Pattern.compile("_(bucket|count|sum|max)$");

  private final String text;
  private final List<Series> series;

  Scrape(String text) {
    this.text = text;
    this.series = text.lines().filter(line -> !line.startsWith("#")).map(Series::of).toList();
  }

  /** One line: a name and its labels. */
  record Series(String name, Map<String, String> labels) {

    private static Series of(String line) {
      var name = NAME.matcher(line);
      if (!name.find()) {
        throw new IllegalArgumentException(line);
      }
      Map<String, String> labels = new TreeMap<>();
      LABEL.matcher(line).results().forEach(found -> labels.put(found.group(1), found.group(2)));
      return new Series(name.group(), labels);
    }

    /** Without what a timer or a histogram adds to it. */
    String meter() {
      return PART.matcher(name).replaceFirst("");
    }
  }

  /** As it came. */
  String text() {
    return text;
  }

  List<Series> series(String name) {
    return series.stream().filter(one -> one.name().equals(name)).toList();
  }

  /** The lines, without their values, of meters whose name begins so. */
  Set<String> lines(String... beginnings) {
    return text.lines()
        .filter(line -> Stream.of(beginnings).anyMatch(line::startsWith))
        .map(line -> line.substring(0, line.lastIndexOf(' ')))
        .collect(toCollection(TreeSet::new));
  }

  /** All series whose names begin so, without some of their labels. */
  Set<String> series(Set<String> beginnings, Set<String> without) {
    return series.stream()
        .filter(one -> beginnings.stream().anyMatch(one.name()::startsWith))
        .map(
            one -> {
              Map<String, String> labels = new TreeMap<>(one.labels());
              labels.keySet().removeAll(without);
              return one.name() + labels;
            })
        .collect(toCollection(TreeSet::new));
  }

  /** The labels of each meter whose name begins so. */
  Map<String, Set<String>> meters(String beginning) {
    return series.stream()
        .filter(one -> one.name().startsWith(beginning))
        .collect(
            Collectors.groupingBy(
                Series::meter,
                TreeMap::new,
                Collectors.flatMapping(
                    one -> one.labels().keySet().stream().filter(label -> !label.equals("le")),
                    toCollection(TreeSet::new))));
  }
}
