package nth.sequencer.replay;

import static java.util.stream.Collectors.joining;
import static nth.sequencer.replay.Words.number;

import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import nth.sequencer.operator.Escaped;

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
        "Audit of %s, frozen at %s: %s in %s%n",
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
    head(event.eventId().value());
    String numbers = event.entries() == 0 ? "none" : "1 to " + number(event.entries());
    line("numbers", numbers + "; " + number(event.repeats(), "repeat"));
    line("refused", Words.refusals(event.refused()));
    line("winners", Words.winners(event.winners()));
    line("closed", Words.closing(event.closing()));
    if (event.retirement() != null) {
      var retired = event.retirement();
      line("retired", retired.retiredAt() + " (" + retired.position() + ")");
    }
    line(
        "by results",
        "%s missing, %s double, %s given to people who had one"
            .formatted(
                number(event.missingNumbers(), "number"),
                number(event.doubleNumbers()),
                number(event.personsTwice())));
    String id = event.eventId().value();
    differences(
        event.differences(),
        report.findings().stream().filter(finding -> id.equals(finding.event())).toList());
  }

  private void head(String text) {
    out.printf("%n%s%n", text);
  }

  private void line(String name, String text) {
    out.printf("  %-11s  %s%n", name, text);
  }

  private void differences(long count, List<Finding> findings) {
    line("differences", count == 0 ? "none" : number(count));
    findings.stream().limit(SHOWN).forEach(this::print);
    more(count - Math.min(SHOWN, findings.size()));
  }

  private void more(long count) {
    if (count > 0) {
      out.printf("    … and %s more%n", number(count));
    }
  }

  private void print(Finding finding) {
    String position = finding.position() == null ? "" : " (command " + finding.position() + ")";
    out.printf(
        "    %s %s: %s%s: %s%n",
        finding.kind().guarantee(),
        finding.kind().inWords(),
        Escaped.of(finding.where()),
        position,
        Escaped.of(finding.detail()));
  }

  /** Findings about no promotion that has a paragraph. */
  private void printOthers() {
    Set<String> told =
        report.events().stream()
            .map(event -> event.eventId().value())
            .collect(Collectors.toUnmodifiableSet());
    List<Finding> others =
        report.findings().stream().filter(f -> !told.contains(String.valueOf(f.event()))).toList();
    if (!others.isEmpty()) {
      head("Of no promotion");
      differences(others.size(), others);
    }
  }

  private void printTotals() {
    Report.Totals totals = report.totals();
    head("Totals");
    line("promotions", number(report.events().size()));
    line(
        "commands",
        "%s decided, %s undecided, %s put aside%s"
            .formatted(
                number(totals.commands()),
                number(report.undecided().count()),
                number(totals.deadLetters()),
                expired(totals.expiredDeadLetters())));
    line("numbers", number(totals.entries()) + "; " + number(totals.repeats(), "repeat"));
    line("refused", Words.refusals(totals.refused()));
    line(
        "published",
        "%s (%s more than once), %s"
            .formatted(
                number(totals.winnerRecords(), "winner"),
                number(totals.winnerRepeats()),
                number(totals.stateRecords(), "state")));
  }

  private static String expired(long count) {
    return count == 0 ? "" : ", and %s whose dead letter has expired".formatted(number(count));
  }

  private void printUndecided() {
    if (report.undecided().count() == 0) {
      return;
    }
    head("Undecided");
    for (Undecided.Open open : report.undecided().first()) {
      String event = open.event() == null ? "" : " for " + open.event();
      out.printf("  %s at %s: %s%s%n", open.position(), open.appendedAt(), open.what(), event);
    }
    more(report.undecided().count() - report.undecided().first().size());
  }

  private void printMirror() {
    Report.Mirror mirror = report.database();
    head("Postgres");
    if (!mirror.compared()) {
      out.println("  was not compared");
      return;
    }
    line(
        "rows",
        "%s, %s"
            .formatted(number(mirror.winners(), "winner"), number(mirror.closings(), "closing")));
    List<String> young = mirror.notYetMirrored();
    if (!young.isEmpty()) {
      String first = young.stream().limit(SHOWN).collect(joining(", "));
      line(
          "not yet",
          number(young.size()) + ", not read by the mirror or younger than 60 s: " + first);
    }
  }

  private void print(Report.Person person) {
    head(person.userId().value());
    if (person.told().isEmpty()) {
      out.println("  has sent no entry that can be read.");
    }
    for (Tale.Sentence told : person.told()) {
      out.printf(
          "  %s, %s at %s: %s%n", told.event(), told.position(), told.appendedAt(), told.told());
    }
    more(person.commands() - person.told().size());
  }

  private String verdict() {
    if (!report.holds()) {
      return Report.VIOLATED + ": " + Words.differences(report.differences());
    }
    return report.database().compared() ? Report.HOLDS : Report.HOLDS + ", without Postgres";
  }
}
