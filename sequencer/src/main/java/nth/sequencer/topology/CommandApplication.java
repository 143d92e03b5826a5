package nth.sequencer.topology;

import static nth.sequencer.topology.SequencerTopology.DEAD_LETTERS;
import static nth.sequencer.topology.SequencerTopology.PROMOTION_VIEWS;
import static nth.sequencer.topology.SequencerTopology.RESULTS;
import static nth.sequencer.topology.SequencerTopology.WINNERS;

import java.time.Instant;
import java.util.Optional;
import nth.contract.Command;
import nth.contract.CommandReading;
import nth.contract.DeadLetter;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Topics;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.Outcome;
import nth.sequencer.domain.Promotion;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Has a command decided, stores what it changes and publishes what follows. */
final class CommandApplication {

  /** What was stored by the commands before. */
  interface Memory {
    @Nullable Promotion promotion(EventId eventId);

    void put(EventId eventId, Promotion promotion);

    @Nullable Entrant entrant(EntrantKey key);

    void put(EntrantKey key, Entrant entrant);

    /** Nobody of that promotion is asked for any more: its people may go, now or bit by bit. */
    void forget(EventId eventId);
  }

  /** Where what follows goes. */
  interface Outlet {

    /**
     * @param sink one of those {@link SequencerTopology} names
     */
    void send(String sink, Record<Object, Object> record);
  }

  private final Memory memory;
  private final Outlet outlet;

  CommandApplication(Memory memory, Outlet outlet) {
    this.memory = memory;
    this.outlet = outlet;
  }

  /**
   * Judges a record of {@code nth.entries}.
   *
   * @param partition where it stands, of {@code partitions}
   */
  static CommandReading reading(Record<byte[], byte[]> record, int partition, int partitions) {
    boolean fromIngress = record.headers().lastHeader(Headers.VERSION) != null;
    return CommandReading.of(record.key(), record.value(), fromIngress, partition, partitions);
  }

  /**
   * @throws LineStopped if the command is for a newer sequencer
   */
  void apply(
      CommandReading reading, Record<byte[], byte[]> record, Position position, long logTime) {
    reading.on(new Applying(record, position, logTime));
  }

  private void decide(Command command, Position position, long logTime) {
    EventId eventId = command.eventId();
    Promotion known = memory.promotion(eventId);
    Promotion before = known == null ? Promotion.unknown() : known;
    Outcome outcome =
        Outcome.of(
            before,
            command.on(new Remembered()).orElse(null),
            command,
            position,
            Instant.ofEpochMilli(logTime));
    store(eventId, before, outcome);
    outcome
        .results()
        .forEach(result -> send(RESULTS, eventId, result, logTime, Headers.of(result)));
    outcome
        .winners()
        .forEach(winner -> send(WINNERS, eventId, winner, logTime, Headers.of(winner)));
    outcome
        .views()
        .forEach(view -> send(PROMOTION_VIEWS, eventId, view, logTime, Headers.of(view)));
  }

  private void store(EventId eventId, Promotion before, Outcome outcome) {
    if (!outcome.promotion().equals(before)) {
      memory.put(eventId, outcome.promotion());
    }
    var numbered = outcome.numbered();
    if (numbered != null) {
      memory.put(new EntrantKey(eventId, numbered.userId()), Outcome.entrant(numbered));
    }
    if (outcome.retired()) {
      memory.forget(eventId);
    }
  }

  private void send(
      String sink,
      @Nullable Object key,
      @Nullable Object value,
      long logTime,
      org.apache.kafka.common.header.Headers headers) {
    outlet.send(sink, new Record<>(key, value, logTime, headers));
  }

  /** Of the person of an entry; the other commands are nobody's. */
  private final class Remembered implements Command.Cases<Optional<Entrant>> {

    @Override
    public Optional<Entrant> define(Command.DefinePromotion command) {
      return Optional.empty();
    }

    @Override
    public Optional<Entrant> submit(Command.SubmitEntry command) {
      return Optional.ofNullable(
          memory.entrant(new EntrantKey(command.eventId(), command.userId())));
    }

    @Override
    public Optional<Entrant> close(Command.ClosePromotion command) {
      return Optional.empty();
    }

    @Override
    public Optional<Entrant> retire(Command.RetirePromotion command) {
      return Optional.empty();
    }
  }

  private final class Applying implements CommandReading.Cases<Position> {
    private final Record<byte[], byte[]> record;
    private final Position position;
    private final long logTime;

    Applying(Record<byte[], byte[]> record, Position position, long logTime) {
      this.record = record;
      this.position = position;
      this.logTime = logTime;
    }

    @Override
    public Position readable(CommandReading.Readable reading) {
      decide(reading.command(), position, logTime);
      return position;
    }

    @Override
    public Position unreadable(CommandReading.Unreadable reading) {
      DeadLetter letter =
          DeadLetter.of(
              record.key(),
              record.value(),
              record.headers(),
              source(),
              reading.reason(),
              reading.detail());
      send(DEAD_LETTERS, letter.key(), letter.value(), logTime, letter.headers());
      return position;
    }

    private DeadLetter.Source source() {
      return new DeadLetter.Source(
          Topics.ENTRIES.name(), position.partition(), position.offset(), record.timestamp());
    }

    @Override
    public Position unsupported(CommandReading.Unsupported reading) {
      throw new LineStopped(
          "nth.entries at %s was accepted by a newer ingress (%s):"
                  .formatted(position, reading.detail())
              + " start a sequencer at least as new as every ingress.");
    }
  }
}
