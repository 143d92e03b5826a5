package nth.ingress;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.Command.RetirePromotion;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code nth.retention.*}: how long what is remembered of people is kept.
 *
 * @param closed how long after its closing a promotion is retired: its people's numbers are
 *     dropped, total and winners stay, see {@code docs/retention.md}; 1s to 36525d, in production
 *     from 1d; without it everything is kept
 * @throws IllegalArgumentException if it is shorter than a second or longer than a hundred years
 */
@ConfigurationProperties("nth.retention")
record RetentionSettings(@Nullable Duration closed) {

  static final Duration SHORTEST = Duration.ofSeconds(1);
  static final Duration LONGEST = Duration.ofMillis(RetirePromotion.MAX_RETENTION_MS);

  RetentionSettings {
    if (closed != null && (closed.compareTo(SHORTEST) < 0 || closed.compareTo(LONGEST) > 0)) {
      throw new IllegalArgumentException("nth.retention.closed must be 1s to 36525d, or not set");
    }
  }

  /** What the clock at the door has to look after. */
  List<Due> due() {
    Stream<Due> retirement = Stream.ofNullable(closed).map(Due.Retirement::new);
    return Stream.concat(Stream.of(new Due.Closing()), retirement).toList();
  }

  /** One sentence, so that nobody takes 30m for a month. */
  String inWords() {
    return closed == null
        ? "Closed promotions are kept: nth.retention.closed is not set"
        : "Closed promotions are retired after %s, for good".formatted(inWords(closed));
  }

  private static String inWords(Duration time) {
    return Stream.of(
            inWords(time.toDaysPart(), "day"),
            inWords(time.toHoursPart(), "hour"),
            inWords(time.toMinutesPart(), "minute"),
            inWords(time.toSecondsPart(), "second"),
            inWords(time.toMillisPart(), "millisecond"))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static String inWords(long count, String unit) {
    return count == 0 ? "" : count + " " + unit + (count == 1 ? "" : "s");
  }
}
