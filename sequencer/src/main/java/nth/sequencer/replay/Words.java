package nth.sequencer.replay;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import nth.contract.RefusalReason;
import org.jspecify.annotations.Nullable;

/** Figures as the report says them, alike on every machine. */
final class Words {

  private Words() {}

  static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /**
   * @param what one of them
   */
  static String number(long count, String what) {
    String many = what.endsWith("y") ? what.substring(0, what.length() - 1) + "ies" : what + "s";
    return number(count) + " " + (count == 1 ? what : many);
  }

  static String refusals(Map<RefusalReason, Long> refusals) {
    return orNone(
        refusals.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(each -> each.getKey().wire() + " " + number(each.getValue()))
            .collect(joining(", ")));
  }

  static String winners(List<Report.Win> winners) {
    return orNone(
        winners.stream()
            .map(
                win ->
                    "%s with number %s (%s)"
                        .formatted(win.userId(), number(win.seq().value()), win.position()))
            .collect(joining(", ")));
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "none" : text;
  }

  static String closing(Report.@Nullable Closing closing) {
    return closing == null
        ? "no"
        : "%s at %s with %s (%s)"
            .formatted(
                closing.cause().wire(),
                closing.closedAt(),
                number(closing.totalEntries(), "entry"),
                closing.position());
  }

  static String differences(Map<Finding.Kind, Long> differences) {
    return differences.entrySet().stream()
        .map(kind -> number(kind.getValue()) + " " + kind.getKey().inWords())
        .collect(joining(", "));
  }
}
