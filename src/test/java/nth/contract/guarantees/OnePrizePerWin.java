package nth.contract.guarantees;

import static nth.contract.guarantees.Guarantee.differs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.Result.EntryNumbered;
import nth.contract.Winner;
import nth.contract.guarantees.History.WinnerRecord;

/**
 * K4: on {@code nth.winners} there is one logical record per win, with the same id and content on
 * every attempt and every replay.
 *
 * <pre>
 * holds:  a win, one record
 * holds:  a win, the same record twice, byte for byte
 * broken: a win, no record
 * broken: a record without a win
 * broken: a win, two records that differ in a byte
 * </pre>
 */
public final class OnePrizePerWin implements Guarantee {

  @Override
  public String id() {
    return "K4";
  }

  @Override
  public List<String> violations(History history) {
    List<String> found = new ArrayList<>();
    Map<String, WinnerRecord> byId = new TreeMap<>();
    for (WinnerRecord record : history.winners()) {
      String id = record.winner().dedupId();
      differs("the header of " + id, id, record.dedupId()).forEach(found::add);
      WinnerRecord first = byId.putIfAbsent(id, record);
      if (first != null) {
        differs("the repeated record of " + id, first.value(), record.value()).forEach(found::add);
      }
    }
    Map<String, Winner> won = new TreeMap<>();
    history
        .effects(EntryNumbered.class)
        .filter(EntryNumbered::winner)
        .map(Winner::of)
        .forEach(winner -> won.put(winner.dedupId(), winner));
    Map<String, Winner> published = new TreeMap<>();
    byId.forEach((id, record) -> published.put(id, record.winner()));
    differs("what was published", won, published).forEach(found::add);
    return found;
  }
}
