package nth.proof.crowd;

import java.util.Arrays;

/** Moments as whole numbers, as many as come. */
final class Times {

  private long[] times = new long[1024];
  private int size;

  void add(long time) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
    }
    times[size++] = time;
  }

  long[] rising() {
    long[] rising = Arrays.copyOf(times, size);
    Arrays.sort(rising);
    return rising;
  }
}
