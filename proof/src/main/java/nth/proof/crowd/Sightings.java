package nth.proof.crowd;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * When each committed result was seen, of which command, and what it looked like: 32 bytes each.
 */
public final class Sightings {

  static final int OFFSET = 1;
  static final int FINGERPRINT = 3;
  private static final int ARRIVED = 0;
  private static final int COMMAND = 2;

  private final Map<Integer, Rows> partitions = new HashMap<>();

  synchronized void note(int partition, long at, long offset, long command, byte[] value) {
    partitions
        .computeIfAbsent(partition, p -> new Rows(4))
        .add(at, offset, command, fingerprint(value));
  }

  static long fingerprint(byte[] value) {
    CRC32C sum = new CRC32C();
    sum.update(value);
    return sum.getValue() << 32 ^ Arrays.hashCode(value);
  }

  public synchronized int seen() {
    return partitions.values().stream().mapToInt(Rows::size).sum();
  }

  /** When the first result of this partition came after this moment. */
  public Optional<Instant> firstResultAfter(int partition, Instant moment) {
    return first(partition, moment, command -> true).map(Timeline::at);
  }

  /** The same of any partition. */
  public Optional<Instant> firstResultAfter(Instant moment) {
    return partitions()
        .mapToObj(p -> firstResultAfter(p, moment))
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** Those in which it saw something. */
  public synchronized IntStream partitions() {
    return List.copyOf(partitions.keySet()).stream().mapToInt(Integer::intValue);
  }

  private synchronized Optional<Long> first(int partition, Instant moment, LongPredicate command) {
    Rows rows = partitions.getOrDefault(partition, new Rows(4));
    int from = rows.firstAtLeast(ARRIVED, Timeline.nanos(moment));
    return IntStream.range(from, rows.size())
        .filter(row -> command.test(rows.get(row, COMMAND)))
        .mapToObj(row -> rows.get(row, ARRIVED))
        .findFirst();
  }

  /**
   * How long it took until an entry that was sent after the strike was decided, in the partition
   * where that took longest. Partitions that nobody entered do not count.
   *
   * @param until entries sent later do not count either
   * @return empty if it never was, in some partition, or nobody entered at all
   */
  public Optional<Duration> recovery(Journal journal, Instant struck, Instant until) {
    long from = Timeline.nanos(struck);
    long to = Timeline.nanos(until);
    List<Optional<Long>> decided = new ArrayList<>();
    for (int partition : journal.lastAccepted().keySet()) {
      long[] first = {Long.MAX_VALUE};
      journal.eachAccepted(
          partition,
          (sent, answered, offset) -> {
            if (sent > from && sent <= to) {
              first[0] = Math.min(first[0], offset);
            }
          });
      if (first[0] != Long.MAX_VALUE) {
        decided.add(first(partition, struck, command -> command >= first[0]));
      }
    }
    if (decided.isEmpty() || decided.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    long slowest = decided.stream().flatMap(Optional::stream).max(Long::compare).orElseThrow();
    return Optional.of(Duration.ofNanos(slowest - from));
  }

  /**
   * The longest stretch within the window in which nothing of this partition was decided although
   * something accepted waited for it.
   */
  public Duration longestSilence(Journal journal, int partition, Instant since, Instant until) {
    List<long[]> acknowledged = new ArrayList<>();
    journal.eachAccepted(
        partition, (sent, answered, offset) -> acknowledged.add(new long[] {answered, offset}));
    return Duration.ofNanos(
        longestSilence(acknowledged, partition, Timeline.nanos(since), Timeline.nanos(until)));
  }

  private synchronized long longestSilence(
      List<long[]> acknowledged, int partition, long since, long until) {
    Rows rows = partitions.getOrDefault(partition, new Rows(4));
    int next = rows.firstAtLeast(ARRIVED, since);
    long decided = next == 0 ? -1 : rows.get(next - 1, COMMAND);
    long last = since;
    long longest = 0;
    for (; last < until; next++) {
      boolean more = next < rows.size();
      long end = more ? Math.min(until, rows.get(next, ARRIVED)) : until;
      if (end - last > longest) {
        longest = Math.max(longest, end - waitingSince(acknowledged, decided, last, end));
      }
      if (!more) {
        break;
      }
      last = rows.get(next, ARRIVED);
      decided = Math.max(decided, rows.get(next, COMMAND));
    }
    return longest;
  }

  /** From when on something undecided waited, at the earliest {@code from}; {@code to} if not. */
  private static long waitingSince(List<long[]> acknowledged, long decided, long from, long to) {
    long since = to;
    for (long[] one : acknowledged) {
      if (one[1] > decided && one[0] < since) {
        since = Math.max(from, one[0]);
      }
    }
    return since;
  }

  /** Compares what it saw in this partition with what is there now. */
  public synchronized Comparison compare(int partition) {
    return new Comparison(partitions.getOrDefault(partition, new Rows(4)));
  }
}
