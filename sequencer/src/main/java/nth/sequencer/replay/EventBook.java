package nth.sequencer.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.Topics;
import nth.contract.Winner;
import nth.sequencer.domain.Closed;
import nth.sequencer.domain.Outcome;
import nth.sequencer.domain.Promotion;
import nth.sequencer.domain.Retired;
import org.jspecify.annotations.Nullable;

/** Everything about one promotion that is kept in memory: nothing that grows with its entries. */
final class EventBook {

  private final EventId event;
  private final Tally tally = new Tally();
  private final TreeMap<Long, Expected<Winner>> winners = new TreeMap<>();
  private final List<Expected<PromotionView>> states = new ArrayList<>();
  private Promotion promotion = Promotion.unknown();
  private @Nullable Closed closed;
  private @Nullable Retired retired;

  EventBook(EventId event) {
    this.event = event;
  }

  EventId event() {
    return event;
  }

  /** As the replay has it, commands without an answer included. */
  Promotion promotion() {
    return promotion;
  }

  Tally tally() {
    return tally;
  }

  /** By number. */
  TreeMap<Long, Expected<Winner>> winners() {
    return winners;
  }

  /** In order. */
  List<Expected<PromotionView>> states() {
    return states;
  }

  /** The closing, once its command is decided. */
  @Nullable Closed closed() {
    return closed;
  }

  /** The retirement, once its command is decided. */
  @Nullable Retired retired() {
    return retired;
  }

  /** The closing, whether its command is decided or not. */
  @Nullable Closed closing() {
    return promotion instanceof Retired retired
        ? retired.last()
        : promotion instanceof Closed now ? now : null;
  }

  void follow(Outcome outcome, boolean decided) {
    promotion = outcome.promotion();
    for (Winner winner : outcome.winners()) {
      byte[] bytes = Topics.WINNERS.value().serializer().serialize("", winner);
      winners.put(winner.seq().value(), new Expected<>(winner, bytes, decided));
    }
    for (PromotionView view : outcome.views()) {
      byte[] bytes = Topics.PROMOTIONS.value().serializer().serialize("", view);
      states.add(new Expected<>(view, bytes, decided));
    }
    if (decided && closed == null) {
      closed = closing();
    }
    if (decided && retired == null && promotion instanceof Retired now) {
      retired = now;
    }
  }
}
