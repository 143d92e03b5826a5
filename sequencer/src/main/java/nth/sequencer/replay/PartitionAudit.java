package nth.sequencer.replay;

import java.time.Instant;
import java.util.List;
import nth.contract.Command;
import nth.contract.CommandReading;
import nth.contract.EventId;
import nth.contract.Position;
import nth.sequencer.domain.Outcome;
import nth.sequencer.operator.CannotGoOn;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Replays one partition and compares each command's answers as it goes. */
final class PartitionAudit {

  private final int partition;
  private final Evidence evidence;
  private final PartitionReplay replay;
  private final Answers answers;
  private final ResultComparison comparison;
  private final PutAside deadLetters;
  private final Undecided undecided;
  private final Tale tale;

  PartitionAudit(
      int partition,
      Evidence evidence,
      PartitionReplay replay,
      Tape results,
      PutAside deadLetters,
      Undecided undecided,
      Tale tale) {
    this.partition = partition;
    this.evidence = evidence;
    this.replay = replay;
    this.answers = new Answers(results, partition, evidence);
    this.comparison = new ResultComparison(evidence.findings(), partition);
    this.deadLetters = deadLetters;
    this.undecided = undecided;
    this.tale = tale;
  }

  /**
   * @throws CannotGoOn at a command that only a newer sequencer can decide
   */
  void run(Tape entries, ProgressLine progress) {
    for (var record = entries.take(); record != null; record = entries.take()) {
      progress.one();
      Instant logTime = replay.logTime(record);
      if (evidence.scope().covers(record.key())) {
        replay.read(record).on(new Judging(record, logTime));
      }
    }
    answers.rest();
  }

  private final class Judging implements CommandReading.Cases<Boolean> {

    private final ConsumerRecord<byte[], byte[]> record;
    private final Instant logTime;
    private final Position position;

    Judging(ConsumerRecord<byte[], byte[]> record, Instant logTime) {
      this.record = record;
      this.logTime = logTime;
      this.position = new Position(partition, record.offset());
    }

    @Override
    public Boolean readable(CommandReading.Readable reading) {
      Command command = reading.command();
      EventId event = command.eventId();
      Outcome outcome = replay.decide(command, position, logTime);
      List<Answer> found = answers.to(position.offset());
      boolean decided = answers.decided(position.offset());
      deadLetters.refuse(position);
      boolean asPublished =
          decided && comparison.compare(event, position, outcome.results(), found);
      enter(event, outcome, decided);
      if (!decided) {
        undecided.add(new Undecided.Open(position, event.value(), command.type(), appendedAt()));
      }
      tale.hear(command, position, appendedAt(), outcome, decided, asPublished);
      return decided;
    }

    private void enter(EventId event, Outcome outcome, boolean decided) {
      Books books = evidence.books();
      boolean known = books.find(event.value()) != null || !outcome.views().isEmpty();
      if (known) {
        books.open(event).follow(outcome, decided);
      }
      if (decided) {
        Tally tally = known ? books.open(event).tally() : books.strangers();
        tally.count(outcome.results());
      }
    }

    @Override
    public Boolean unreadable(CommandReading.Unreadable reading) {
      answers.to(position.offset()).forEach(this::answered);
      boolean there = deadLetters.claim(reading, record);
      if (!there && answers.decided(position.offset())) {
        deadLetters.missing(position, reading);
      } else if (!there) {
        undecided.add(new Undecided.Open(position, null, "an unreadable command", appendedAt()));
      }
      return there;
    }

    private void answered(Answer answer) {
      evidence
          .findings()
          .add(
              Finding.Kind.EXTRA_RESULT,
              answer.event(),
              answer.where(),
              position.toString(),
              "answers a command that is unreadable");
    }

    @Override
    public Boolean unsupported(CommandReading.Unsupported reading) {
      throw new CannotGoOn(
          "nth.entries at %s was accepted by a newer ingress (%s):"
                  .formatted(position, reading.detail())
              + " audit with a sequencer.jar at least as new.");
    }

    private Instant appendedAt() {
      return Instant.ofEpochMilli(record.timestamp());
    }
  }
}
