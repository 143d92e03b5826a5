package nth.sequencer.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import nth.contract.CloseCause;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.RefusalReason;
import nth.contract.Seq;
import nth.contract.UserId;
import org.jspecify.annotations.Nullable;

/**
 * What an audit found. With {@code --json} it is printed as it is.
 *
 * @param verdict {@code holds} or {@code violated}
 * @param event the only promotion that was compared; null for all
 * @param frozenAt local clock
 * @param differences how many there are of each kind
 * @param findings the first of each kind
 */
record Report(
    String verdict,
    Instant frozenAt,
    @Nullable EventId event,
    Totals totals,
    List<Event> events,
    Undecided undecided,
    Mirror database,
    Map<Finding.Kind, Long> differences,
    List<Finding> findings,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Person user) {

  static final String HOLDS = "holds";
  static final String VIOLATED = "violated";

  /**
   * @param records of {@code nth.entries} that were read
   * @param commands decided ones, of those in scope
   * @param deadLetters unreadable commands that were put aside
   * @param expiredDeadLetters unreadable commands whose dead letter has expired
   * @param winnerRepeats records of {@code nth.winners} that said again what one before said
   */
  record Totals(
      int partitions,
      long records,
      long commands,
      long entries,
      long repeats,
      Map<RefusalReason, Long> refused,
      long deadLetters,
      long expiredDeadLetters,
      long winnerRecords,
      long winnerRepeats,
      long stateRecords) {}

  /**
   * One promotion.
   *
   * @param entries numbers given, 1 to this
   * @param missingNumbers up to the last one, from the results alone
   * @param doubleNumbers from the results alone
   * @param personsTwice from the results alone
   * @param differences findings about this promotion
   */
  record Event(
      EventId eventId,
      long commands,
      long entries,
      long repeats,
      Map<RefusalReason, Long> refused,
      List<Win> winners,
      @Nullable Closing closing,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Retirement retirement,
      long missingNumbers,
      long doubleNumbers,
      long personsTwice,
      long differences) {}

  record Win(Seq seq, UserId userId, Position position) {}

  record Closing(CloseCause cause, Instant closedAt, long totalEntries, Position position) {}

  /** Since when nobody's number is told any more. */
  record Retirement(Instant retiredAt, Position position) {}

  /**
   * @param first the first ones, in the order of the log
   */
  record Undecided(long count, List<nth.sequencer.replay.Undecided.Open> first) {}

  /**
   * @param compared false if nobody asked the database
   */
  record Mirror(boolean compared, long winners, long closings, List<String> notYetMirrored) {}

  /**
   * @param commands how many there are; the first 1,000 are told
   */
  record Person(UserId userId, long commands, List<Tale.Sentence> told) {}

  boolean holds() {
    return verdict.equals(HOLDS);
  }
}
