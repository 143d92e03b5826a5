package nth.sequencer.replay;

import java.time.Instant;
import nth.contract.Command;
import nth.contract.CommandReading;
import nth.contract.Headers;
import nth.contract.Position;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.LogTime;
import nth.sequencer.domain.Outcome;
import nth.sequencer.domain.Promotion;
import nth.sequencer.operator.CannotGoOn;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Decides one partition of the log anew, as the line does and with the same rules. */
final class PartitionReplay {

  // The line takes no later times either: they have no spelling on the wire.
  private static final long END_MS = 253_402_300_799_999L;

  private final int partition;
  private final int partitions;
  private final boolean acceptCreateTime;
  private final Books books;
  private final People people;
  private long latest;

  PartitionReplay(
      int partition, int partitions, boolean acceptCreateTime, Books books, People people) {
    this.partition = partition;
    this.partitions = partitions;
    this.acceptCreateTime = acceptCreateTime;
    this.books = books;
    this.people = people;
  }

  /**
   * Moves log time to that record. Every record of the partition has to pass, whatever it is.
   *
   * @throws CannotGoOn if its time is none that the line would take
   */
  Instant logTime(ConsumerRecord<byte[], byte[]> record) {
    boolean appended = record.timestampType() == TimestampType.LOG_APPEND_TIME;
    if (record.timestamp() > END_MS || !(appended || acceptCreateTime)) {
      throw new CannotGoOn(
          "nth.entries at %d-%d carries a time its sender chose:"
                  .formatted(partition, record.offset())
              + " to replay a trusted copy, set NTH_SEQUENCER_ACCEPT_CREATE_TIME=true.");
    }
    latest = LogTime.of(Math.max(0, record.timestamp()), latest);
    return Instant.ofEpochMilli(latest);
  }

  CommandReading read(ConsumerRecord<byte[], byte[]> record) {
    boolean fromIngress = record.headers().lastHeader(Headers.VERSION) != null;
    return CommandReading.of(record.key(), record.value(), fromIngress, partition, partitions);
  }

  /** Decides, and remembers who got a number. */
  Outcome decide(Command command, Position position, Instant logTime) {
    EventBook book = books.find(command.eventId().value());
    Promotion before = book == null ? Promotion.unknown() : book.promotion();
    Entrant entrant = book == null ? null : command.on(new Remembered());
    Outcome outcome = Outcome.of(before, entrant, command, position, logTime);
    var numbered = outcome.numbered();
    if (numbered != null) {
      people.remember(command.eventId(), numbered.userId(), Outcome.entrant(numbered));
    }
    return outcome;
  }

  /** Of the person of an entry; the other commands are nobody's. */
  private final class Remembered implements Command.Cases<@Nullable Entrant> {

    @Override
    public @Nullable Entrant define(Command.DefinePromotion command) {
      return null;
    }

    @Override
    public @Nullable Entrant submit(Command.SubmitEntry command) {
      return people.replayed(command.eventId(), command.userId());
    }

    @Override
    public @Nullable Entrant close(Command.ClosePromotion command) {
      return null;
    }

    @Override
    public @Nullable Entrant retire(Command.RetirePromotion command) {
      return null;
    }
  }
}
