package nth.proof.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * One application over a run.
 *
 * @param samples in order of time
 * @param peakResidentBytes as the system counts, pages of files included
 * @param kills by the kernel, for its limit
 * @param ends of its process that nobody had asked for
 */
record Usage(
    String name, List<Sample> samples, long peakResidentBytes, long kills, List<Integer> ends) {

  private static final double MEGA = 1L << 20;

  Usage {
    samples = List.copyOf(samples);
    ends = List.copyOf(ends);
  }

  /** The sample with most that cannot be taken back. */
  Sample peak() {
    return samples.stream()
        .reduce((a, b) -> b.anonymousBytes() > a.anonymousBytes() ? b : a)
        .orElseThrow();
  }

  /** Nothing was killed, and a tenth of the limit was never needed. */
  boolean fits(long limitBytes) {
    return kills == 0 && ends.isEmpty() && peak().anonymousBytes() <= limitBytes / 10 * 9;
  }

  String line(long limitBytes) {
    Sample peak = peak();
    List<Object> numbers = new ArrayList<>(List.of(name));
    for (long bytes :
        List.of(
            peak.anonymousBytes(),
            limitBytes - peak.anonymousBytes(),
            peak.heapBytes(),
            peak.heapUsedBytes(),
            peak.nonHeapBytes(),
            peak.directBytes(),
            peak.otherBytes(),
            peakResidentBytes)) {
      numbers.add(Math.round(bytes / MEGA));
    }
    numbers.add(kills == 0 && ends.isEmpty() ? "no" : "yes, " + kills + ", exit " + ends);
    return MemoryReport.LINE.formatted(numbers.toArray());
  }
}
