package nth.sequencer.replay;

import java.util.List;
import java.util.function.Supplier;
import nth.contract.Topics;
import org.jspecify.annotations.Nullable;

/** Replays what is frozen and compares everything that was published. */
final class Audit {

  private static final Report.Mirror NOT_COMPARED = new Report.Mirror(false, 0, 0, List.of());

  private final Tapes tapes;
  private final boolean acceptCreateTime;
  private final Evidence evidence;
  private final PutAside deadLetters;
  private final WinnersCheck winners;
  private final StatesCheck states;
  private final Undecided undecided;
  private final Tale tale;

  Audit(Frozen frozen, Tapes tapes, Scope scope, boolean acceptCreateTime, People people) {
    this.tapes = tapes;
    this.acceptCreateTime = acceptCreateTime;
    Findings findings = new Findings();
    evidence =
        new Evidence(
            frozen, scope, new Books(), people, new PublishedBooks(people, findings), findings);
    deadLetters = new PutAside(evidence, frozen.range(Topics.DEAD_LETTERS, 0).start());
    winners = new WinnersCheck(evidence);
    states = new StatesCheck(evidence);
    undecided = new Undecided(frozen.at(), findings);
    tale = new Tale(scope);
  }

  /**
   * @param mirror null if the database is not compared
   * @param later what is frozen, with the ends that {@code nth.entries} has when it is called
   */
  Report run(@Nullable MirrorCheck mirror, Supplier<Frozen> later, ProgressLine progress)
      throws InterruptedException {
    try (Tape tape = tapes.open(Topics.DEAD_LETTERS, 0)) {
      deadLetters.read(tape);
    }
    int[] partitions = evidence.scope().partitions(evidence.frozen().partitions());
    for (int partition : partitions) {
      replay(partition, progress);
    }
    progress.end();
    for (int partition : partitions) {
      readOutputs(partition);
    }
    evidence.published().finish();
    winners.finish();
    states.finish();
    Report.Mirror mirrored = mirror == null ? NOT_COMPARED : compared(mirror, later);
    return report(mirrored);
  }

  private void replay(int partition, ProgressLine progress) {
    var replay =
        new PartitionReplay(
            partition,
            evidence.frozen().partitions(),
            acceptCreateTime,
            evidence.books(),
            evidence.people());
    try (Tape entries = tapes.open(Topics.ENTRIES, partition);
        Tape results = tapes.open(Topics.RESULTS, partition)) {
      new PartitionAudit(partition, evidence, replay, results, deadLetters, undecided, tale)
          .run(entries, progress);
    }
  }

  private void readOutputs(int partition) {
    try (Tape tape = tapes.open(Topics.WINNERS, partition)) {
      winners.read(tape);
    }
    try (Tape tape = tapes.open(Topics.PROMOTIONS, partition)) {
      states.read(tape);
    }
  }

  private Report.Mirror compared(MirrorCheck mirror, Supplier<Frozen> later)
      throws InterruptedException {
    var outcome = mirror.compare(evidence, later);
    return new Report.Mirror(true, outcome.winners(), outcome.closings(), outcome.notYetMirrored());
  }

  private Report report(Report.Mirror mirrored) {
    Findings findings = evidence.findings();
    return new Report(
        findings.none() ? Report.HOLDS : Report.VIOLATED,
        evidence.frozen().at(),
        evidence.scope().event(),
        Reporting.totals(evidence, deadLetters, winners, states),
        Reporting.events(evidence),
        new Report.Undecided(undecided.count(), undecided.first()),
        mirrored,
        findings.counts(),
        findings.kept(),
        Reporting.person(tale, evidence.books()));
  }
}
