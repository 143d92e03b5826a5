package nth.proof.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether each application fits into its container.
 *
 * @param limited whether the kernel held the limit; else only the JVM was told of it
 * @param accepted people who were let in
 * @param told of those who asked, who heard their number
 * @param asked who asked
 */
public record MemoryReport(
    long limitBytes,
    boolean limited,
    long people,
    long accepted,
    long told,
    long asked,
    int events,
    Duration lasted,
    List<Usage> usages,
    Footprint footprint) {

  static final String LINE = "%-12s %6s %6s %6s %6s %8s %6s %6s %8s  %s";

  public MemoryReport {
    usages = List.copyOf(usages);
  }

  public boolean holds() {
    return accepted == people
        && told == asked
        && usages.stream().allMatch(usage -> usage.fits(limitBytes));
  }

  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%d people entered %d promotions in %d s, %d a second; %d of %d who asked heard their number"
            .formatted(
                accepted,
                events,
                lasted.toSeconds(),
                accepted / Math.max(1, lasted.toSeconds()),
                told,
                asked));
    lines.add(
        "limit %d MiB each, ".formatted(limitBytes >> 20)
            + (limited
                ? "held by the kernel"
                : "told to the JVM only: this machine lets nobody make a memory cgroup"));
    lines.add("");
    lines.add(
        LINE.formatted(
            "MiB at peak",
            "held",
            "left",
            "heap",
            "used",
            "non-heap",
            "direct",
            "other",
            "resident",
            "killed"));
    usages.forEach(usage -> lines.add(usage.line(limitBytes)));
    lines.add("");
    lines.addAll(footprint.lines(accepted));
    lines.add("");
    lines.add(
        holds()
            ? "VERDICT  every application fits"
            : "VERDICT  something was killed, or had less than a tenth left, or did not answer");
    return String.join("\n", lines) + "\n";
  }
}
