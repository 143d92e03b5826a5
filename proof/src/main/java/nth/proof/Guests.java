package nth.proof;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import nth.proof.crowd.Crowd;
import nth.proof.crowd.CrowdSettings;
import nth.proof.crowd.Gaps;
import nth.proof.fault.Outcome;
import nth.proof.fault.Recovery;
import nth.proof.stage.Stage;
import nth.proof.verdict.AuditRun;
import nth.proof.verdict.Evidence;
import nth.proof.verdict.FaultRecord;
import nth.proof.verdict.Report;
import nth.proof.verdict.Tally;
import nth.proof.verdict.Verdict;

/** Those who enter, ask and watch while things break, and judge in the end. */
final class Guests implements Recovery, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration AUDIT_PATIENCE = Duration.ofMinutes(10);
  private static final long LOOK_MS = 50;

  private final Stage stage;
  private final Path folder;
  private final Crowd crowd;

  private Guests(Stage stage, CrowdSettings settings, Path folder) {
    this.stage = stage;
    this.folder = folder;
    crowd = Crowd.arrive(stage.doors(), settings, folder);
  }

  /**
   * @param folder for what they write down
   */
  static Guests arrive(Stage stage, CrowdSettings settings, Path folder) {
    return new Guests(stage, settings, folder);
  }

  @Override
  public Optional<Instant> firstResultAfter(Instant moment, Duration limit)
      throws InterruptedException {
    Instant end = Instant.now().plus(limit);
    Optional<Instant> found = firstResultAfter(moment);
    while (found.isEmpty() && Instant.now().isBefore(end)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      found = firstResultAfter(moment);
    }
    return found;
  }

  private Optional<Instant> firstResultAfter(Instant moment) {
    return crowd
        .follower()
        .sightings()
        .recovery(crowd.journal(), moment, Instant.now())
        .map(moment::plus);
  }

  @Override
  public Duration longestSilence(Instant since, Instant until) {
    return crowd.journal().lastAccepted().keySet().stream()
        .map(p -> crowd.follower().sightings().longestSilence(crowd.journal(), p, since, until))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** So many people press per second from now on. */
  void comeAt(int rate) throws InterruptedException {
    crowd.comeAt(rate);
  }

  /** How many were let in so far. */
  long accepted() {
    return crowd.journal().accepted();
  }

  /**
   * Ends in order, for which the stage must be whole, and judges.
   *
   * @param outcomes of all that was broken
   */
  Report leave(List<Outcome> outcomes) throws InterruptedException {
    crowd.leave(PATIENCE);
    Duration lasted = Duration.between(crowd.arrivedAt(), Instant.now());
    Verdict.Outcome verdict = Verdict.reach(Evidence.of(crowd), stage.doors(), folder);
    outcomes.forEach(
        outcome ->
            outcome
                .violations()
                .forEach(
                    violation ->
                        verdict
                            .findings()
                            .add(
                                "recovery",
                                "%s %d: %s"
                                    .formatted(outcome.kind(), outcome.number(), violation))));
    Gaps gaps = crowd.gaps();
    return new Report(
        Tally.of(crowd, lasted),
        verdict,
        outcomes.stream().map(outcome -> record(outcome, gaps)).toList(),
        outcomes.stream().mapToInt(outcome -> outcome.endedByThemselves().size()).sum(),
        audit());
  }

  private static FaultRecord record(Outcome outcome, Gaps gaps) {
    Instant until = outcome.wholeAt() == null ? outcome.healedAt() : outcome.wholeAt();
    return new FaultRecord(
        outcome.number(),
        outcome.kind(),
        outcome.victim(),
        outcome.struckAt(),
        outcome.healedAt(),
        outcome.timed(),
        outcome.recovered(),
        outcome.silence(),
        gaps.longest(outcome.struckAt(), until));
  }

  private AuditRun audit() throws InterruptedException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Map<String, String> environment = stage.operatorEnvironment();
    return AuditRun.run(java, stage.sequencerJar(), environment, folder, AUDIT_PATIENCE);
  }

  @Override
  public void close() {
    crowd.close();
  }
}
