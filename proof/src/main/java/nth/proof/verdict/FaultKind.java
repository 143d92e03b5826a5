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
 * @param unrecovered those after which nothing was committed while it was watched
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
    Duration longestGap =
        faults.stream().map(FaultRecord::longestGap).max(Duration::compareTo).orElseThrow();
    return new FaultKind(
        kind,
        faults.size(),
        faults.size() - times.size(),
        rank(times, 0),
        rank(times, 0.5),
        rank(times, 0.95),
        rank(times, 1),
        longestGap);
  }

  private static @Nullable Duration rank(List<Duration> rising, double share) {
    int rank = (int) Math.ceil(share * rising.size());
    return rising.isEmpty() ? null : rising.get(Math.max(1, rank) - 1);
  }
}
