package nth.proof.verdict;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.Definition;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;

/**
 * K2: numbers are given from the opening on and before the closing time, as the definition in force
 * says, and only the closing time itself ends a promotion after it.
 */
final class InItsTime implements Check {

  @Override
  public String id() {
    return "K2";
  }

  @Override
  public List<String> violations(Page page) {
    List<String> found = new ArrayList<>();
    for (Placed<?> placed : page.log().results()) {
      if (placed.isEffect() && placed.result() instanceof EntryNumbered number) {
        page.definitionBefore(placed.command())
            .ifPresent(definition -> found.addAll(number(page, definition, number)));
      }
    }
    for (Placed<PromotionClosed> closing : page.closings()) {
      PromotionClosed closed = closing.result();
      boolean late =
          page.definitionBefore(closing.command())
              .filter(definition -> isOver(definition, closed.origin().decidedAt()))
              .isPresent();
      if (closed.cause() != CloseCause.DUE && late) {
        found.add(
            "%s closed as %s after its closing time"
                .formatted(page.event(), closed.cause().wire()));
      }
    }
    return found;
  }

  private static List<String> number(Page page, Definition definition, EntryNumbered number) {
    Instant decidedAt = number.origin().decidedAt();
    Instant opensAt = definition.opensAt();
    List<String> found = new ArrayList<>();
    if (opensAt != null && decidedAt.isBefore(opensAt)) {
      found.add(page.event() + " gave number " + number.seq() + " before its opening");
    }
    if (isOver(definition, decidedAt)) {
      found.add(page.event() + " gave number " + number.seq() + " after its closing time");
    }
    return found;
  }

  private static boolean isOver(Definition definition, Instant moment) {
    Instant closesAt = definition.closesAt();
    return closesAt != null && !moment.isBefore(closesAt);
  }
}
