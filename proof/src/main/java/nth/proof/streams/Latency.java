package nth.proof.streams;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long it took, over all listeners and rounds; to three digits. */
final class Latency {

  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(5);
  private static final int DIGITS = 3;

  private final Histogram micros = new Histogram(LONGEST_MICROS, DIGITS);

  /**
   * @param since the moment to count from; who heard it earlier heard it at once
   */
  void add(long sinceNanos, long[] heardAtNanos) {
    for (long at : heardAtNanos) {
      long took = TimeUnit.NANOSECONDS.toMicros(Math.max(0, at - sinceNanos));
      micros.recordValue(Math.min(took, LONGEST_MICROS));
    }
  }

  /** From the moment at which the first of them heard it. */
  void addFromFirst(long[] heardAtNanos) {
    add(Arrays.stream(heardAtNanos).min().orElseThrow(), heardAtNanos);
  }

  static long last(long[] heardAtNanos) {
    return Arrays.stream(heardAtNanos).max().orElseThrow();
  }

  boolean isEmpty() {
    return micros.getTotalCount() == 0;
  }

  long count() {
    return micros.getTotalCount();
  }

  double percentileMs(double percentile) {
    return micros.getValueAtPercentile(percentile) / 1000.0;
  }

  double maxMs() {
    return micros.getMaxValue() / 1000.0;
  }
}
