package nth.proof.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import nth.contract.PromotionState;
import nth.contract.PromotionState.ShownWinner;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.guarantees.Guarantee;
import nth.proof.crowd.Frame;
import nth.proof.crowd.Watched;

/** What everybody was told about a promotion. */
final class PublicStream {

  private final Page page;
  private final Watched watched;
  private final List<ShownWinner> winners;
  private final List<String> wrong = new ArrayList<>();

  PublicStream(Page page, Watched watched) {
    this.page = page;
    this.watched = watched;
    this.winners =
        page.log().results().stream()
            .filter(Placed::isEffect)
            .map(Placed::result)
            .filter(EntryNumbered.class::isInstance)
            .map(EntryNumbered.class::cast)
            .filter(EntryNumbered::winner)
            .map(number -> new ShownWinner(number.seq(), number.userId().masked()))
            .toList();
  }

  List<String> violations() {
    long entries = 0;
    int shown = 0;
    for (Frame frame : watched.frames()) {
      PromotionState state = frame.state();
      if (state == null) {
        wrong.add("was told about a person");
        continue;
      }
      long now = state.entries() == null ? entries : state.entries();
      if (now < entries || now > page.numbered() || state.winners().size() < shown) {
        wrong.add(
            "saw %d entries and %d winners after %d and %d"
                .formatted(now, state.winners().size(), entries, shown));
      }
      if (!isBeginning(state.winners())) {
        wrong.add("saw winners %s of %s".formatted(state.winners(), winners));
      }
      if (state.phase() == PromotionState.Phase.CLOSED) {
        wrong.addAll(atTheEnd(page, state));
      }
      entries = now;
      shown = state.winners().size();
    }
    List<Frame> frames = watched.frames();
    if (watched.ended()
        && (frames.isEmpty() || !frames.get(frames.size() - 1).event().equals("closed"))) {
      wrong.add("was never told the closing");
    }
    return wrong;
  }

  private boolean isBeginning(List<ShownWinner> some) {
    return some.size() <= winners.size() && winners.subList(0, some.size()).equals(some);
  }

  /** Whether a closed state says what the log says. */
  static List<String> atTheEnd(Page page, PromotionState told) {
    if (page.closing().isEmpty()) {
      return List.of("was told a closing that is not in the log");
    }
    PromotionClosed closed = page.closing().get();
    List<ShownWinner> winners =
        closed.winners().stream()
            .map(winner -> new ShownWinner(winner.seq(), winner.userId().masked()))
            .toList();
    Object must =
        List.of(
            closed.cause(),
            closed.origin().decidedAt(),
            closed.totalEntries(),
            closed.totalEntries(),
            winners);
    Object is =
        told.phase() != PromotionState.Phase.CLOSED
            ? told.phase()
            : Arrays.asList(
                told.cause(), told.closedAt(), told.totalEntries(), told.entries(), told.winners());
    return Guarantee.differs("the end told", must, is).toList();
  }
}
