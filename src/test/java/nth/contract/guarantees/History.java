package nth.contract.guarantees;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionDefined;
import nth.contract.Winner;

/**
 * What happened, as the topics tell it.
 *
 * @param results as on {@code nth.results}, each promotion's in order
 * @param winners as on {@code nth.winners}
 */
public record History(List<Result> results, List<WinnerRecord> winners) {

  /**
   * @param dedupId the record's header
   * @param value its exact bytes, as text
   */
  public record WinnerRecord(String dedupId, String value, Winner winner) {}

  public History {
    results = List.copyOf(results);
    winners = List.copyOf(winners);
  }

  /** The original numberings of each promotion, in order. */
  Map<EventId, List<EntryNumbered>> numberings() {
    return effects(EntryNumbered.class)
        .collect(
            Collectors.groupingBy(
                result -> result.origin().eventId(), TreeMap::new, Collectors.toList()));
  }

  /** The definition of each promotion that holds in the end. */
  Map<EventId, PromotionDefined> definitions() {
    return effects(PromotionDefined.class)
        .collect(
            Collectors.toMap(
                result -> result.origin().eventId(), r -> r, (earlier, later) -> later));
  }

  <T extends Result> Stream<T> effects(Class<T> type) {
    return all(type).filter(result -> result.origin().isEffect());
  }

  <T extends Result> Stream<T> all(Class<T> type) {
    return results.stream().filter(type::isInstance).map(type::cast);
  }
}
