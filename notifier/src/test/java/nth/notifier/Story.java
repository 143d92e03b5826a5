package nth.notifier;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import nth.contract.CloseCause;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Origin;
import nth.contract.PlacedWinner;
import nth.contract.Position;
import nth.contract.RefusalReason;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.fixtures.Samples;
import org.jspecify.annotations.Nullable;

/** The results that one promotion's commands get, in order, as a sequencer would write them. */
final class Story {

  static final Instant OPENED = Instant.parse("2026-01-01T00:00:00.000Z");

  private final EventId eventId;
  private final int partition;
  private final AtomicLong commands;
  private final List<PlacedWinner> winners = new ArrayList<>();
  private List<Seq> targets = List.of();
  private long last;

  /**
   * @param commands the offset of the next command in the partition
   */
  Story(EventId eventId, int partition, AtomicLong commands) {
    this.eventId = eventId;
    this.partition = partition;
    this.commands = commands;
  }

  EventId eventId() {
    return eventId;
  }

  Position position(long offset) {
    return new Position(partition, offset);
  }

  /** Where the next command will stand. */
  Position next() {
    return position(commands.get());
  }

  Result.PromotionDefined defined(CountMode count, long... numbers) {
    targets = Samples.targets(numbers);
    return new Result.PromotionDefined(
        origin(), new Definition(targets, OPENED, null, true, count));
  }

  /** With a time of its own; the count is live. */
  Result.PromotionDefined defined(Instant opensAt, @Nullable Instant closesAt, long... numbers) {
    targets = Samples.targets(numbers);
    return new Result.PromotionDefined(
        origin(), new Definition(targets, opensAt, closesAt, true, CountMode.LIVE));
  }

  /** It was never committed, so the next one gets its number. */
  void forget(Result.EntryNumbered numbered) {
    last = numbered.seq().value() - 1;
    winners.removeIf(winner -> winner.seq().equals(numbered.seq()));
  }

  /** The last number given. */
  long last() {
    return last;
  }

  Result.EntryNumbered numbered(UserId user) {
    Seq seq = new Seq(++last);
    boolean winner = targets.contains(seq);
    if (winner) {
      winners.add(new PlacedWinner(seq, user));
    }
    Origin origin = origin();
    return new Result.EntryNumbered(origin, user, seq, winner, origin.decidedAt(), false);
  }

  /** The answer to another request of a person who has that number. */
  Result.EntryNumbered again(Result.EntryNumbered original) {
    return new Result.EntryNumbered(
        origin().repeating(original.origin().position()),
        original.userId(),
        original.seq(),
        original.winner(),
        original.numberedAt(),
        true);
  }

  Result.Refused refused(UserId user, RefusalReason reason) {
    return new Result.Refused(origin(), "submit_entry", user, reason);
  }

  Result.PromotionClosed closed() {
    return new Result.PromotionClosed(origin(), CloseCause.MANUAL, last, winners);
  }

  /** The closing beside the number that took the last target. */
  Result.PromotionClosed closedBy(Result.EntryNumbered win) {
    return new Result.PromotionClosed(win.origin(), CloseCause.WON, last, winners);
  }

  Result.PromotionRetired retired() {
    return new Result.PromotionRetired(origin());
  }

  private Origin origin() {
    Position position = position(commands.getAndIncrement());
    Instant time = OPENED.plusSeconds(1 + position.offset());
    RequestId request = new RequestId(UUID.randomUUID().toString());
    return new Origin(eventId, request, time, position, time, position);
  }
}
