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
  // Longer than anything is left undecided before the ordeal gives up.
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(3);

  private final Map<Integer, Rows> partitions = new HashMap<>();
  private final List<String> contradictions = new ArrayList<>();

  /** What was read before may come again; it must be the same then. */
  synchronized void note(int partition, long at, long offset, long command, byte[] value) {
    Rows rows = partitions.computeIfAbsent(partition, p -> new Rows(4));
    int place = rows.firstAtLeast(OFFSET, offset);
    if (place == rows.size()) {
      rows.add(at, offset, command, fingerprint(value));
      return;
    }
    if (rows.get(place, OFFSET) != offset || rows.get(place, FINGERPRINT) != fingerprint(value)) {
      contradictions.add(
          "the result at offset %d of partition %d was not there, or another, when it was read before"
              .formatted(offset, partition));
    }
  }

  /** A sentence for each result that came again and was not the same. */
  public synchronized List<String> contradictions() {
    return List.copyOf(contradictions);
  }

  static long fingerprint(byte[] value) {
    CRC32C sum = new CRC32C();
    sum.update(value);
    return sum.getValue() << 32 ^ Arrays.hashCode(value);
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
    Map<Integer, Long> sent = new HashMap<>();
    journal.eachAccepted(
        from,
        (partition, sentAt, answeredAt, offset) -> {
          if (sentAt > from && sentAt <= to) {
            sent.merge(partition, offset, Math::min);
          }
        });
    List<Optional<Long>> decided = new ArrayList<>();
    sent.forEach(
        (partition, entry) -> decided.add(first(partition, struck, command -> command >= entry)));
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
    List<long[]> accepted = new ArrayList<>();
    journal.eachAccepted(
        Timeline.nanos(since.minus(LONGEST_WAIT)),
        (of, sentAt, answeredAt, offset) -> {
          if (of == partition) {
            accepted.add(new long[] {offset, answeredAt});
          }
        });
    return Duration.ofNanos(
        longestSilence(
            new Minima(accepted), partition, Timeline.nanos(since), Timeline.nanos(until)));
  }

  private synchronized long longestSilence(Minima accepted, int partition, long since, long until) {
    Rows rows = partitions.getOrDefault(partition, new Rows(4));
    int next = rows.firstAtLeast(ARRIVED, since);
    long decided = next == 0 ? -1 : rows.get(next - 1, COMMAND);
    long last = since;
    long longest = 0;
    for (; last < until; next++) {
      boolean more = next < rows.size();
      long end = more ? Math.min(until, rows.get(next, ARRIVED)) : until;
      if (end - last > longest) {
        // Whatever is accepted later than that does not wait in this stretch.
        long waits = Math.min(end, Math.max(last, accepted.above(decided)));
        longest = Math.max(longest, end - waits);
      }
      if (!more) {
        break;
      }
      last = rows.get(next, ARRIVED);
      decided = Math.max(decided, rows.get(next, COMMAND));
    }
    return longest;
  }

  /** Compares what it saw in this partition with what is there now. */
  public synchronized Comparison compare(int partition) {
    return new Comparison(partitions.getOrDefault(partition, new Rows(4)));
  }
}
