package nth.contract.guarantees;

import static nth.contract.guarantees.Guarantee.differs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.Result.PromotionDefined;
import nth.contract.Seq;

/**
 * K2: a winner for every target up to N, at exactly that number, once; and a closing tells the same
 * winners and the exact total.
 *
 * <pre>
 * target 2, holds:  alice 1, bob 2 wins, charlie 3
 * target 2, broken: alice 1, bob 2                   nobody wins
 * target 2, broken: alice 1 wins, bob 2 wins         one too many
 * target 2, broken: alice 1, bob 2 wins, closed with 3 entries
 * </pre>
 */
public final class OneWinnerPerTarget implements Guarantee {

  @Override
  public String id() {
    return "K2";
  }

  @Override
  public List<String> violations(History history) {
    Map<EventId, PromotionDefined> definitions = history.definitions();
    Map<EventId, List<EntryNumbered>> numberings = history.numberings();
    Stream<String> wins =
        numberings.entrySet().stream()
            .flatMap(e -> winners(e.getKey(), e.getValue(), definitions.get(e.getKey())));
    Stream<String> closings =
        history
            .effects(PromotionClosed.class)
            .flatMap(
                closed ->
                    closing(closed, numberings.getOrDefault(closed.origin().eventId(), List.of())));
    return Stream.concat(wins, closings).toList();
  }

  private static Stream<String> winners(
      EventId event, List<EntryNumbered> numberings, PromotionDefined defined) {
    Seq last = numberings.get(numberings.size() - 1).seq();
    List<Seq> expected =
        defined.definition().targets().stream().filter(t -> t.compareTo(last) <= 0).toList();
    List<Seq> found =
        numberings.stream().filter(EntryNumbered::winner).map(EntryNumbered::seq).toList();
    return differs("the winning numbers of " + event, expected, found);
  }

  private static Stream<String> closing(PromotionClosed closed, List<EntryNumbered> numberings) {
    EventId event = closed.origin().eventId();
    Map<Seq, String> won =
        numberings.stream()
            .filter(EntryNumbered::winner)
            .collect(
                Collectors.toMap(
                    EntryNumbered::seq, n -> n.userId().value(), (a, b) -> a, TreeMap::new));
    Map<Seq, String> told =
        closed.winners().stream()
            .collect(
                Collectors.toMap(w -> w.seq(), w -> w.userId().value(), (a, b) -> a, TreeMap::new));
    return Stream.concat(
        differs("the total of " + event, (long) numberings.size(), closed.totalEntries()),
        differs("the winners told at the closing of " + event, won, told));
  }
}
