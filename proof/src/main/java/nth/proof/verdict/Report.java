package nth.proof.verdict;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.Json;
import org.jspecify.annotations.Nullable;

/**
 * One run: what was done, what was broken, how it was taken, and whether the guarantees held.
 *
 * @param restarts of processes that ended by themselves
 * @param audit of nth's own audit; null: not run
 */
public record Report(
    Tally tally,
    Verdict.Outcome outcome,
    List<FaultRecord> faults,
    int restarts,
    @Nullable AuditRun audit) {

  private static final int SENTENCES_PRINTED = 20;
  private static final int WIDTH = 96;
  private static final String FAULT_LINE = "%-19s %5s %7s %7s %7s %7s %5s %8s %7s %7s";

  public Report {
    faults = List.copyOf(faults);
  }

  public boolean holds() {
    return outcome.findings().isEmpty() && (audit == null || audit.holds());
  }

  /** For people: at most 60 lines. */
  public String text() {
    List<String> lines = new ArrayList<>();
    numbers().forEach((name, value) -> lines.add("%-24s %s".formatted(name, value)));
    faultLines(lines);
    if (audit != null) {
      lines.add("%-24s exit %d".formatted("audit", audit.exitCode()));
    }
    outcome.findings().counts().forEach((id, count) -> lines.add(id + " broken, times " + count));
    outcome.findings().counts().keySet().stream()
        .flatMap(id -> outcome.findings().of(id).stream().map(sentence -> id + ": " + sentence))
        .limit(SENTENCES_PRINTED)
        .forEach(sentence -> lines.add("  " + cut(sentence)));
    lines.add(verdictLine());
    return String.join("\n", lines) + "\n";
  }

  private String verdictLine() {
    return holds() ? "VERDICT  every guarantee held" : "VERDICT  VIOLATED, seed " + tally.seed();
  }

  private static String cut(String sentence) {
    return sentence.length() <= WIDTH ? sentence : sentence.substring(0, WIDTH - 1) + "…";
  }

  private Map<String, Object> numbers() {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("seed", tally.seed());
    numbers.put("lasted", seconds(tally.lasted()));
    numbers.put("requests", tally.requests());
    numbers.put("accepted", tally.accepted());
    numbers.put("numbered", outcome.numbered());
    numbers.put("results", outcome.results());
    numbers.put("promotions", tally.promotions());
    numbers.put("winners", outcome.winners());
    numbers.put("repeated requests", tally.repeated());
    numbers.put("gave up", tally.gaveUp());
    numbers.put("held back", tally.heldBack());
    numbers.put("streams watched", tally.watched());
    numbers.put("stream reconnects", tally.reconnects());
    numbers.put("people who asked", tally.polled());
    numbers.put("longest gap without 202", seconds(tally.longestGap()));
    numbers.put("faults", faults.size());
    numbers.put("restarts by themselves", restarts);
    return numbers;
  }

  private void faultLines(List<String> lines) {
    List<FaultKind> kinds = FaultKind.of(faults);
    if (kinds.isEmpty()) {
      return;
    }
    lines.add("%-19s %5s %37s %16s".formatted("", "", "until it goes on", "silence"));
    lines.add(
        FAULT_LINE.formatted(
            "fault", "count", "min", "median", "p95", "max", "never", "p95", "max", "gap"));
    kinds.forEach(kind -> lines.add(line(kind)));
  }

  private static String line(FaultKind kind) {
    return FAULT_LINE.formatted(
        kind.kind(),
        kind.count(),
        seconds(kind.least()),
        seconds(kind.median()),
        seconds(kind.p95()),
        seconds(kind.most()),
        kind.unrecovered(),
        seconds(kind.silenceP95()),
        seconds(kind.longestSilence()),
        seconds(kind.longestGap()));
  }

  private static String seconds(@Nullable Duration time) {
    return time == null ? "-" : "%.2fs".formatted(time.toMillis() / 1000.0);
  }

  /** For machines: {@code report.json}, times as ISO-8601 writes them. */
  public Path write(Path folder) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("holds", holds());
    all.put("tally", tally);
    all.put("results", outcome.results());
    all.put("numbered", outcome.numbered());
    all.put("winners", outcome.winners());
    all.put("restarts", restarts);
    all.put("fault_kinds", FaultKind.of(faults));
    all.put("faults", faults);
    all.put("audit_exit", audit == null ? null : audit.exitCode());
    all.put("violations", outcome.findings().counts());
    Map<String, List<String>> sentences = new TreeMap<>();
    outcome
        .findings()
        .counts()
        .keySet()
        .forEach(id -> sentences.put(id, outcome.findings().of(id)));
    all.put("first_violations", sentences);
    try {
      Path file = folder.resolve("report.json");
      return Files.write(
          file, Json.strict().writerWithDefaultPrettyPrinter().writeValueAsBytes(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
