package nth.proof.crowd;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import nth.contract.CountMode;
import nth.contract.EventId;
import org.jspecify.annotations.Nullable;

/**
 * One promotion as the crowd plans it.
 *
 * @param place in the {@link Journal}
 * @param people who will enter
 * @param closeWhenWon whether the last target closes it
 * @param opensIn after its definition; null: at once
 * @param closesIn after its definition; null: by hand, or when won
 */
record Show(
    int place,
    EventId id,
    int people,
    List<Integer> targets,
    boolean closeWhenWon,
    @Nullable Duration opensIn,
    @Nullable Duration closesIn,
    CountMode count) {

  /** The body that defines it at this moment. */
  String definition(Instant now) {
    return "{\"targets\":[%s],\"opens_at\":%s,\"closes_at\":%s,\"close_when_won\":%s,\"count\":\"%s\"}"
        .formatted(
            targets.stream().map(String::valueOf).collect(joining(",")),
            time(now, opensIn),
            time(now, closesIn),
            closeWhenWon,
            count.wire());
  }

  private static String time(Instant now, @Nullable Duration later) {
    return later == null ? "null" : '"' + at(now, later).toString() + '"';
  }

  static Instant at(Instant now, Duration later) {
    return now.plus(later).truncatedTo(ChronoUnit.MILLIS);
  }
}
