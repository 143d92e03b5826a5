package nth.proof.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Every figure, and whether the aims are met. */
public record StreamsReport(
    Setting setting,
    Map<Side, Memory> idle,
    List<Lap> laps,
    Map<Kind, Map<Side, Heard>> heard,
    Stop stop) {

  /** Of a stream, of the whole process beyond the idle one. */
  static final long MOST_BYTES = 30 * 1024;

  /** Of the bare server's 99th percentile. */
  static final double MOST_TIMES = 3;

  private static final double KB = 1024;
  private static final double MB = 1024 * 1024;
  private static final double P99 = 99;

  public boolean aimsMet() {
    return bytesOfAStream() <= MOST_BYTES && (!isBroadcast() || times(Kind.PUBLIC) <= MOST_TIMES);
  }

  /** Only there the two do the same: one text for all. */
  private boolean isBroadcast() {
    return setting.kinds().contains(Kind.PUBLIC);
  }

  /** The worst lap of nth. */
  long bytesOfAStream() {
    return laps.stream()
        .filter(lap -> lap.side() == Side.NTH)
        .mapToLong(lap -> perStream(lap, lap.open()).greaterBytes())
        .max()
        .orElseThrow();
  }

  double times(Kind kind) {
    return broadcastP99(kind, Side.NTH) / broadcastP99(kind, Side.BARE);
  }

  private double broadcastP99(Kind kind, Side side) {
    return heard(kind, side).sinceFirst().percentileMs(P99);
  }

  private Heard heard(Kind kind, Side side) {
    return heard.get(kind).get(side);
  }

  private Memory perStream(Lap lap, Memory then) {
    return then.beyond(idle.get(lap.side()), setting.streams());
  }

  public String text() {
    List<String> lines = new ArrayList<>();
    add(lines, "%-24s %d", "seed", setting.seed());
    add(lines, "%-24s %d of each kind", "streams", setting.streams());
    add(lines, "%-24s %d of each kind, in %d laps", "rounds", setting.rounds(), setting.laps());
    add(lines, "%-24s %d", "processors", Runtime.getRuntime().availableProcessors());
    memory(lines);
    openings(lines);
    latencies(lines);
    add(lines, "");
    add(
        lines,
        "nth ends %s after SIGTERM with %d streams open, exit code %d",
        seconds(stop.took()),
        setting.streams(),
        stop.exitCode());
    aims(lines);
    return String.join("\n", lines) + "\n";
  }

  private void memory(List<String> lines) {
    add(lines, "");
    add(
        lines,
        "%-20s %19s %19s %23s",
        "memory",
        "whole process, MB",
        "each stream, KB",
        "left behind, KB");
    add(lines, "%-20s %9s %9s %9s %9s %11s %11s", "", "heap", "RSS", "heap", "RSS", "heap", "RSS");
    idle.forEach(
        (side, memory) ->
            add(
                lines,
                "%-20s %9.1f %9.1f",
                side + " idle",
                memory.heapBytes() / MB,
                memory.residentBytes() / MB));
    laps.forEach(lap -> memory(lap, lines));
  }

  private void memory(Lap lap, List<String> lines) {
    Memory each = perStream(lap, lap.open());
    Memory left = perStream(lap, lap.left());
    add(
        lines,
        "%-20s %9.1f %9.1f %9.1f %9.1f %11.1f %11.1f",
        name(lap),
        lap.open().heapBytes() / MB,
        lap.open().residentBytes() / MB,
        each.heapBytes() / KB,
        each.residentBytes() / KB,
        left.heapBytes() / KB,
        left.residentBytes() / KB);
  }

  private void openings(List<String> lines) {
    add(lines, "");
    add(lines, "%-20s %19s %9s %9s", "opening at once", "all open after", "refused", "failed");
    laps.forEach(
        lap ->
            add(
                lines,
                "%-20s %19s %9d %9d",
                name(lap),
                seconds(lap.opening().took()),
                lap.opening().refused(),
                lap.opening().failed()));
  }

  private void latencies(List<String> lines) {
    add(lines, "");
    add(lines, "%-40s %8s %8s %8s %8s %9s", "heard after, ms", "p50", "p90", "p99", "max", "times");
    for (Kind kind : setting.kinds()) {
      for (Side side : Side.values()) {
        Heard all = heard(kind, side);
        String news = side == Side.NTH ? "the commit" : "the order";
        String closing = news + " to close";
        latency(lines, kind, side, "the first who hears it", all.sinceFirst());
        latency(lines, kind, side, news, all.sinceNews());
        latency(lines, kind, side, closing, all.closings());
      }
    }
  }

  private static void latency(
      List<String> lines, Kind kind, Side side, String since, Latency latency) {
    if (!latency.isEmpty()) {
      add(
          lines,
          "%-8s %-5s %-25s %8.1f %8.1f %8.1f %8.1f %9d",
          kind.text(),
          side,
          since,
          latency.percentileMs(50),
          latency.percentileMs(90),
          latency.percentileMs(P99),
          latency.maxMs(),
          latency.count());
    }
  }

  private void aims(List<String> lines) {
    add(lines, "");
    long bytes = bytesOfAStream();
    add(
        lines,
        "%-20s %.1f KB beyond the idle process, at most %d: %s",
        "each stream",
        bytes / KB,
        MOST_BYTES / 1024,
        word(bytes <= MOST_BYTES));
    if (setting.kinds().contains(Kind.PERSONAL)) {
      add(
          lines,
          "%-20s p99 %.2f times that of one text for all of the bare server: no aim",
          "own results",
          times(Kind.PERSONAL));
    }
    if (isBroadcast()) {
      add(
          lines,
          "%-20s p99 %.2f times that of the bare server, at most %.0f: %s",
          "broadcast",
          times(Kind.PUBLIC),
          MOST_TIMES,
          word(times(Kind.PUBLIC) <= MOST_TIMES));
    }
    add(lines, "VERDICT  %s", aimsMet() ? "aims met" : "aims missed");
  }

  private static String word(boolean met) {
    return met ? "met" : "missed";
  }

  private static String name(Lap lap) {
    return "%s %s, lap %d".formatted(lap.kind().text(), lap.side(), lap.number());
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.2fs", time.toMillis() / 1000.0);
  }

  private static void add(List<String> lines, String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
