package nth.proof.verdict;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.Definition;
import nth.contract.PromotionView;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.Seq;
import nth.contract.guarantees.Guarantee;
import org.jspecify.annotations.Nullable;

/**
 * K2: a promotion ends once, when it must, with nothing after it; and {@code nth.promotions} says
 * the same.
 */
final class ClosedOnce implements Check {

  @Override
  public String id() {
    return "K2";
  }

  @Override
  public List<String> violations(Page page) {
    List<String> found = new ArrayList<>();
    if (page.closings().size() > 1) {
      found.add(page.event() + " was closed " + page.closings().size() + " times");
    }
    page.closings().stream()
        .findFirst()
        .ifPresentOrElse(
            closing -> found.addAll(ended(page, closing)), () -> found.addAll(open(page)));
    return found;
  }

  /** The crowd leaves after the last closing time, and gives nth a minute to keep it. */
  private static List<String> open(Page page) {
    List<String> found = new ArrayList<>();
    if (page.people().opened().closedAt() >= 0) {
      found.add(page.event() + " was answered to be closed and is not");
    }
    page.definitionBefore(Long.MAX_VALUE)
        .filter(definition -> isWon(page, definition))
        .ifPresent(d -> found.add(page.event() + " is won and not closed"));
    page.definitionBefore(Long.MAX_VALUE)
        .map(Definition::closesAt)
        .ifPresent(at -> found.add(page.event() + " was due at " + at + " and is open"));
    PromotionView view = page.log().view();
    if (view != null && view.phase() == PromotionView.Phase.CLOSED) {
      found.add(page.event() + " is closed on nth.promotions only");
    }
    return found;
  }

  private static boolean isWon(Page page, Definition definition) {
    return definition.closeWhenWon() && page.numbered() >= definition.lastTarget().value();
  }

  private static List<String> ended(Page page, Placed<PromotionClosed> closing) {
    List<String> found = new ArrayList<>();
    for (Placed<?> placed : page.log().results()) {
      if (!(placed.result() instanceof EntryNumbered number)) {
        continue;
      }
      if (placed.isEffect() && placed.offset() > closing.offset()) {
        found.add(page.event() + " gave number " + number.seq() + " after it was closed");
      }
      if (page.isRetiredBefore(placed.offset())) {
        found.add(page.event() + " told number " + number.seq() + " after it was retired");
      }
    }
    PromotionClosed closed = closing.result();
    page.definitionBefore(closing.command() + 1)
        .ifPresentOrElse(
            definition -> found.addAll(cause(page, definition, closed)),
            () -> found.add(page.event() + " was closed and never defined"));
    found.addAll(view(page, closed, page.log().view()));
    return found;
  }

  private static List<String> cause(Page page, Definition definition, PromotionClosed closed) {
    List<String> found = new ArrayList<>();
    Seq last = definition.lastTarget();
    boolean won = closed.cause() == CloseCause.WON;
    if (won != isWon(page, definition) || won && closed.totalEntries() != last.value()) {
      found.add(
          "%s closed as %s with %d entries, and its last target is %s"
              .formatted(page.event(), closed.cause().wire(), closed.totalEntries(), last));
    }
    Instant due = definition.closesAt();
    boolean early = due == null || closed.origin().decidedAt().isBefore(due);
    if (closed.cause() == CloseCause.DUE && early) {
      found.add(page.event() + " closed as due before its closing time");
    }
    return found;
  }

  private static List<String> view(
      Page page, PromotionClosed closed, @Nullable PromotionView view) {
    if (view == null) {
      return List.of(page.event() + " is not on nth.promotions");
    }
    return Guarantee.differs(
            "the state of " + page.event() + " on nth.promotions",
            List.of(
                closed.cause(),
                closed.origin().decidedAt(),
                closed.totalEntries(),
                closed.winners(),
                closed.origin().position()),
            view.phase() != PromotionView.Phase.CLOSED
                ? view.phase()
                : List.of(
                    view.cause(),
                    view.closedAt(),
                    view.totalEntries(),
                    view.winners(),
                    view.position()))
        .toList();
  }
}
