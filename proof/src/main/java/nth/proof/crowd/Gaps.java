package nth.proof.crowd;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** How long nobody was let in, though people pressed. */
public final class Gaps {

  private final long[] acceptedAt;
  private final Minima pressing;
  private final long from;
  private final long to;

  private Gaps(long[] acceptedAt, Minima pressing, long from, long to) {
    this.acceptedAt = acceptedAt;
    this.pressing = pressing;
    this.from = from;
    this.to = to;
  }

  /** As the journal stands now. */
  public static Gaps of(Journal journal, Instant firstSent, Instant lastSent) {
    return new Gaps(
        journal.acceptedAt(),
        journal.pressing(),
        Timeline.nanos(firstSent),
        Timeline.nanos(lastSent));
  }

  /** The longest stretch without a 202 or 200 while the crowd was sending. */
  public Duration longest() {
    return Duration.ofNanos(longest(from, to));
  }

  /** The same within a window; a stretch that reaches beyond it counts as far as it is inside. */
  public Duration longest(Instant since, Instant until) {
    long start = Math.max(from, Timeline.nanos(since));
    return Duration.ofNanos(longest(start, Math.min(to, Timeline.nanos(until))));
  }

  private long longest(long start, long end) {
    int next = Arrays.binarySearch(acceptedAt, start);
    next = next < 0 ? -next - 1 : next;
    long last = start;
    long longest = 0;
    for (; next < acceptedAt.length && acceptedAt[next] <= end; next++) {
      longest = Math.max(longest, stretch(last, acceptedAt[next]));
      last = acceptedAt[next];
    }
    return Math.max(longest, stretch(last, end));
  }

  /** Where nobody pressed, nobody had to be let in. */
  private long stretch(long start, long end) {
    return end - Math.min(end, Math.max(start, pressing.above(start)));
  }
}
