package nth.proof.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.Result.PromotionDefined;
import nth.contract.Result.PromotionRetired;
import nth.contract.Result.Refused;
import nth.contract.guarantees.History.WinnerRecord;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Journal;
import nth.proof.crowd.Polled;
import nth.proof.crowd.Watched;
import org.jspecify.annotations.Nullable;

/** Everything about one promotion: what the topics say, and what people saw. */
final class Page {

  private final EventId event;
  private final Log log;
  private final People people;
  private final Map<String, Placed<EntryNumbered>> numbers = new HashMap<>();
  private final Map<Long, Placed<?>> answers = new HashMap<>();
  private final Map<String, List<Placed<Refused>>> refusals = new HashMap<>();
  private final List<Placed<PromotionDefined>> definitions = new ArrayList<>();
  private final List<Placed<PromotionClosed>> closings = new ArrayList<>();
  private final List<Placed<PromotionRetired>> retirements = new ArrayList<>();
  private final List<String> doubles = new ArrayList<>();

  /**
   * @param results on {@code nth.results}, in order
   * @param winners on {@code nth.winners}
   * @param view the latest on {@code nth.promotions}
   */
  record Log(List<Placed<?>> results, List<WinnerRecord> winners, @Nullable PromotionView view) {}

  /** What people did and saw. */
  record People(
      Journal.Opened opened, List<Attempt> attempts, List<Watched> watched, List<Polled> polled) {}

  Page(EventId event, Log log, People people) {
    this.event = event;
    this.log = log;
    this.people = people;
    log.results().forEach(placed -> placed.result().on(new Filing(placed.offset())));
  }

  EventId event() {
    return event;
  }

  Log log() {
    return log;
  }

  People people() {
    return people;
  }

  /** The original number of this person. */
  Optional<Placed<EntryNumbered>> number(String user) {
    return Optional.ofNullable(numbers.get(user));
  }

  long numbered() {
    return numbers.size();
  }

  /** What answers the entry at this offset of the entries. */
  Optional<Result> answer(long command) {
    return Optional.ofNullable(answers.get(command)).map(Placed::result);
  }

  List<Placed<Refused>> refusals(String user) {
    return refusals.getOrDefault(user, List.of());
  }

  List<Placed<Refused>> refusals() {
    return refusals.values().stream().flatMap(List::stream).toList();
  }

  /** The definition that held for a command at this offset. */
  Optional<Definition> definitionBefore(long command) {
    return definitions.stream()
        .filter(placed -> placed.command() < command)
        .reduce((earlier, later) -> later)
        .map(placed -> placed.result().definition());
  }

  List<Placed<PromotionClosed>> closings() {
    return closings;
  }

  boolean isRetired() {
    return !retirements.isEmpty();
  }

  /** Whether it was retired before what stands there in the results. */
  boolean isRetiredBefore(long offset) {
    return retirements.stream().anyMatch(retirement -> retirement.offset() < offset);
  }

  Optional<PromotionClosed> closing() {
    return closings.stream().findFirst().map(Placed::result);
  }

  /** A sentence for each entry with two answers. */
  List<String> doubles() {
    return doubles;
  }

  /** Puts each result where it will be looked for. */
  private final class Filing implements Result.Cases<Boolean> {
    private final long offset;

    Filing(long offset) {
      this.offset = offset;
    }

    @Override
    public Boolean defined(PromotionDefined result) {
      return result.origin().isEffect() && definitions.add(new Placed<>(offset, result));
    }

    @Override
    public Boolean closed(PromotionClosed result) {
      return result.origin().isEffect() && closings.add(new Placed<>(offset, result));
    }

    @Override
    public Boolean retired(PromotionRetired result) {
      return result.origin().isEffect() && retirements.add(new Placed<>(offset, result));
    }

    @Override
    public Boolean numbered(EntryNumbered result) {
      Placed<EntryNumbered> placed = new Placed<>(offset, result);
      if (placed.isEffect()) {
        numbers.putIfAbsent(result.userId().value(), placed);
      }
      return answer(placed);
    }

    @Override
    public Boolean refused(Refused result) {
      if (result.userId() == null) {
        return false;
      }
      Placed<Refused> placed = new Placed<>(offset, result);
      refusals.computeIfAbsent(result.userId().value(), u -> new ArrayList<>()).add(placed);
      return answer(placed);
    }

    private boolean answer(Placed<?> placed) {
      Placed<?> before = answers.putIfAbsent(placed.command(), placed);
      return before == null
          || doubles.add(
              "the entry at %s has two answers, at offsets %d and %d"
                  .formatted(
                      placed.result().origin().position(), before.offset(), placed.offset()));
    }
  }
}
