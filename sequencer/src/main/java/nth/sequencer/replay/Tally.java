package nth.sequencer.replay;

import java.util.EnumMap;
import java.util.Map;
import nth.contract.RefusalReason;
import nth.contract.Result;

/** Counts what decided commands got. */
final class Tally implements Result.Cases<Void> {

  private long commands;
  private long numbers;
  private long repeats;
  private final Map<RefusalReason, Long> refusals = new EnumMap<>(RefusalReason.class);

  /** Of one command; a closing beside the answer counts nothing. */
  void count(Iterable<Result> results) {
    commands++;
    results.forEach(result -> result.on(this));
  }

  void add(Tally other) {
    commands += other.commands;
    numbers += other.numbers;
    repeats += other.repeats;
    other.refusals.forEach((reason, count) -> refusals.merge(reason, count, Long::sum));
  }

  long commands() {
    return commands;
  }

  /** Entries that got a number of their own. */
  long numbers() {
    return numbers;
  }

  /** Entries that got the number their person had. */
  long repeats() {
    return repeats;
  }

  /** Of entries and other commands. */
  Map<RefusalReason, Long> refusals() {
    return refusals;
  }

  @Override
  public Void defined(Result.PromotionDefined result) {
    return null;
  }

  @Override
  public Void numbered(Result.EntryNumbered result) {
    if (result.origin().isEffect()) {
      numbers++;
    } else {
      repeats++;
    }
    return null;
  }

  @Override
  public Void closed(Result.PromotionClosed result) {
    return null;
  }

  @Override
  public Void retired(Result.PromotionRetired result) {
    return null;
  }

  @Override
  public Void refused(Result.Refused result) {
    refusals.merge(result.reason(), 1L, Long::sum);
    return null;
  }
}
