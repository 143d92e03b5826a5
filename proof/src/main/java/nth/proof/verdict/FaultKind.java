package nth.proof.verdict;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All faults of one kind, in numbers; nearest ranks.
 *
 * @param unrecovered those timed ones after which nothing was committed while it was watched
 * @param least of the recovery times; null if there is none
 */
record FaultKind(
    String kind,
    int count,
    int unrecovered,
    @Nullable Duration least,
    @Nullable Duration median,
    @Nullable Duration p95,
    @Nullable Duration most,
    Duration silenceP95,
    Duration longestSilence,
    Duration longestGap) {

  static List<FaultKind> of(List<FaultRecord> faults) {
    Map<String, List<FaultRecord>> byKind =
        faults.stream()
            .collect(Collectors.groupingBy(FaultRecord::kind, TreeMap::new, Collectors.toList()));
    return byKind.entrySet().stream().map(e -> of(e.getKey(), e.getValue())).toList();
  }

  private static FaultKind of(String kind, List<FaultRecord> faults) {
    List<Duration> times =
        faults.stream().map(FaultRecord::recovered).filter(Objects::nonNull).sorted().toList();
    List<Duration> silences = faults.stream().map(FaultRecord::silence).sorted().toList();
    List<Duration> gaps = faults.stream().map(FaultRecord::longestGap).sorted().toList();
    long timed = faults.stream().filter(FaultRecord::timed).count();
    return new FaultKind(
        kind,
        faults.size(),
        (int) timed - times.size(),
        rankOrNull(times, 0),
        rankOrNull(times, 0.5),
        rankOrNull(times, 0.95),
        rankOrNull(times, 1),
        rank(silences, 0.95),
        rank(silences, 1),
        rank(gaps, 1));
  }

  private static @Nullable Duration rankOrNull(List<Duration> rising, double share) {
    return rising.isEmpty() ? null : rank(rising, share);
  }

  private static Duration rank(List<Duration> rising, double share) {
    int rank = (int) Math.ceil(share * rising.size());
    return rising.get(Math.max(1, rank) - 1);
  }
}
