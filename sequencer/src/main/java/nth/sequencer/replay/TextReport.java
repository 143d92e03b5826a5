package nth.sequencer.replay;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nth.contract.RefusalReason;

/** The report for people. */
final class TextReport {

  private static final int SHOWN = 20;

  private final Report report;
  private final PrintWriter out;

  TextReport(Report report, PrintWriter out) {
    this.report = report;
    this.out = out;
  }

  /** The verdict is the last line. */
  void print() {
    Report.Totals totals = report.totals();
    out.printf(
        "Audit of %s, frozen at %s: %s in %s.%n",
        report.event() == null ? "all promotions" : report.event(),
        report.frozenAt(),
        number(totals.records(), "record"),
        number(totals.partitions(), "partition"));
    report.events().forEach(this::print);
    printOthers();
    printTotals();
    printUndecided();
    printMirror();
    if (report.user() != null) {
      print(report.user());
    }
    out.println();
    out.println(verdict());
  }

  private void print(Report.Event event) {
    out.printf("%n%s%n", event.eventId());
    String numbers =
        event.entries() == 0 ? "none" : "%,d, numbered 1 to %1$,d".formatted(event.entries());
    line("entries", numbers + "; " + number(event.repeats(), "repeat"));
    line("refused", refusals(event.refused()));
    line("winners", winners(event.winners()));
    line("closed", closing(event.closing()));
    line(
        "results",
        "%,d numbers missing, %,d double, %,d persons twice"
            .formatted(event.missingNumbers(), event.doubleNumbers(), event.personsTwice()));
    print(
        event.differences(),
        report.findings().stream().filter(f -> event.eventId().value().equals(f.event())).toList());
  }

  private void line(String name, String text) {
    out.printf("  %-12s %s%n", name, text);
  }

  private void print(long count, List<Finding> findings) {
    line("differences", count == 0 ? "none" : "%,d".formatted(count));
    findings.stream().limit(SHOWN).forEach(this::print);
    if (count > SHOWN) {
      out.printf("    … and %,d more%n", count - Math.min(SHOWN, findings.size()));
    }
  }

  private void print(Finding finding) {
    String position = finding.position() == null ? "" : " (command " + finding.position() + ")";
    out.printf(
        "    %s %s: %s%s: %s%n",
        finding.kind().guarantee(),
        finding.kind().inWords(),
        finding.where(),
        position,
        finding.detail());
  }

  /** Findings about no promotion that has a paragraph. */
  private void printOthers() {
    Set<String> told = new HashSet<>();
    report.events().forEach(event -> told.add(event.eventId().value()));
    List<Finding> others =
        report.findings().stream().filter(f -> !told.contains(String.valueOf(f.event()))).toList();
    if (!others.isEmpty()) {
      out.printf("%nBeside the promotions%n");
      print(others.size(), others);
    }
  }

  private void printTotals() {
    Report.Totals totals = report.totals();
    out.printf("%nTotals%n");
    line("promotions", "%,d".formatted(report.events().size()));
    line(
        "commands",
        "%,d decided, %,d undecided, %,d put aside%s"
            .formatted(
                totals.commands(),
                report.undecided().count(),
                totals.deadLetters(),
                totals.expiredDeadLetters() == 0
                    ? ""
                    : " (and %,d whose dead letter has expired)"
                        .formatted(totals.expiredDeadLetters())));
    line(
        "entries",
        "%,d numbers, %s".formatted(totals.entries(), number(totals.repeats(), "repeat")));
    line("refused", refusals(totals.refused()));
    line(
        "nth.winners",
        "%s, of them %,d again"
            .formatted(number(totals.winnerRecords(), "record"), totals.winnerRepeats()));
    line("promotions", number(totals.stateRecords(), "state") + " on nth.promotions");
  }

  private void printUndecided() {
    if (report.undecided().count() > 0) {
      out.printf("%nUndecided%n");
      report
          .undecided()
          .first()
          .forEach(
              open ->
                  out.printf(
                      "  %s at %s: %s%s%n",
                      open.position(),
                      open.appendedAt(),
                      open.what(),
                      open.event() == null ? "" : " of " + open.event()));
      long more = report.undecided().count() - report.undecided().first().size();
      if (more > 0) {
        out.printf("  … and %,d more%n", more);
      }
    }
  }

  private void printMirror() {
    Report.Mirror mirror = report.database();
    out.printf("%nPostgres%n");
    if (!mirror.compared()) {
      out.println("  was not compared (--no-database)");
      return;
    }
    line(
        "rows",
        "%s and %s compared"
            .formatted(number(mirror.winners(), "winner"), number(mirror.closings(), "closing")));
    if (!mirror.notYetMirrored().isEmpty()) {
      line(
          "not yet",
          "%,d younger than %d s: %s"
              .formatted(
                  mirror.notYetMirrored().size(),
                  MirrorCheck.LAG.toSeconds(),
                  mirror.notYetMirrored().stream().limit(SHOWN).collect(joining(", "))));
    }
  }

  private void print(Report.Person person) {
    out.printf("%n%s%n", person.userId());
    if (person.told().isEmpty()) {
      out.printf(
          "  has sent no readable entry%s.%n",
          report.event() == null ? "" : " for " + report.event());
    }
    person
        .told()
        .forEach(
            told ->
                out.printf(
                    "  %s, %s at %s: %s%n",
                    told.event(), told.position(), told.appendedAt(), told.told()));
    if (person.commands() > person.told().size()) {
      out.printf("  … and %,d entries more%n", person.commands() - person.told().size());
    }
  }

  private String verdict() {
    if (report.holds()) {
      return report.database().compared() ? Report.HOLDS : Report.HOLDS + ", without Postgres";
    }
    return Report.VIOLATED
        + ": "
        + report.differences().entrySet().stream()
            .map(kind -> number(kind.getValue(), kind.getKey().inWords()))
            .collect(joining(", "));
  }

  private static String refusals(Map<RefusalReason, Long> refusals) {
    return refusals.isEmpty()
        ? "none"
        : refusals.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(each -> each.getKey().wire() + " " + "%,d".formatted(each.getValue()))
            .collect(joining(", "));
  }

  private static String winners(List<Report.Win> winners) {
    return winners.isEmpty()
        ? "none"
        : winners.stream()
            .map(
                win ->
                    "%s at number %,d (%s)"
                        .formatted(win.userId(), win.seq().value(), win.position()))
            .collect(joining(", "));
  }

  private static String closing(Report.Closing closing) {
    return closing == null
        ? "no"
        : "%s at %s with %s (%s)"
            .formatted(
                closing.cause().wire(),
                closing.closedAt(),
                number(closing.totalEntries(), "entry"),
                closing.position());
  }

  private static String number(long count, String what) {
    String many = what.endsWith("y") ? what.substring(0, what.length() - 1) + "ies" : what + "s";
    return "%,d %s".formatted(count, count == 1 ? what : many);
  }
}
