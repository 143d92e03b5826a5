package nth.contract.guarantees;

import static nth.contract.guarantees.Guarantee.differs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Result.EntryNumbered;
import nth.contract.Seq;
import nth.contract.UserId;

/**
 * K1: per event the original numberings are exactly 1..N, each person at most once, and a repeated
 * answer says the same number.
 *
 * <pre>
 * holds:  alice 1, bob 2, alice 1 (again), charlie 3
 * broken: alice 1, bob 3            a gap
 * broken: alice 1, bob 1            a number twice
 * broken: alice 1, alice 2          a person twice
 * broken: alice 1, alice 4 (again)  a number that was never given
 * </pre>
 */
public final class GaplessNumbers implements Guarantee {

  @Override
  public String id() {
    return "K1";
  }

  @Override
  public List<String> violations(History history) {
    List<String> found = new ArrayList<>();
    Map<EventId, Map<UserId, Seq>> given = new HashMap<>();
    history
        .numberings()
        .forEach((event, numberings) -> found.addAll(inOrder(event, numberings, given)));
    history
        .all(EntryNumbered.class)
        .filter(result -> !result.origin().isEffect())
        .flatMap(result -> repeated(result, given))
        .forEach(found::add);
    return found;
  }

  private static List<String> inOrder(
      EventId event, List<EntryNumbered> numberings, Map<EventId, Map<UserId, Seq>> given) {
    List<String> found = new ArrayList<>();
    Map<UserId, Seq> numbers = given.computeIfAbsent(event, e -> new HashMap<>());
    long expected = 1;
    for (EntryNumbered numbering : numberings) {
      String what = "the number of " + numbering.userId() + " in " + event;
      differs(what, expected++, numbering.seq().value()).forEach(found::add);
      Seq before = numbers.put(numbering.userId(), numbering.seq());
      if (before != null) {
        found.add(what + " was given before, as " + before);
      }
    }
    return found;
  }

  private static Stream<String> repeated(
      EntryNumbered result, Map<EventId, Map<UserId, Seq>> given) {
    EventId event = result.origin().eventId();
    Seq number = given.getOrDefault(event, Map.of()).get(result.userId());
    return differs(
        "the repeated number of " + result.userId() + " in " + event, number, result.seq());
  }
}
