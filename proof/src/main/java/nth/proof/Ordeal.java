package nth.proof;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import nth.proof.fault.Kind;
import nth.proof.fault.Outcome;
import nth.proof.fault.Recovery;
import nth.proof.fault.Runner;
import nth.proof.fault.Schedule;
import nth.proof.stage.Doors;
import nth.proof.stage.Stage;
import nth.proof.stage.StageOptions;

/** A stage, those who use it, and what goes wrong meanwhile. */
final class Ordeal {

  private static final Duration FIRST_RESULT_LIMIT = Duration.ofSeconds(60);

  /** Those who enter and watch while things break. */
  interface Company extends Recovery, AutoCloseable {

    /**
     * Ends in order: nobody new comes, what was accepted is waited for. Returns one sentence for
     * each promise that was broken.
     */
    List<String> leave() throws InterruptedException;

    @Override
    void close();
  }

  /** Lets them in, when the stage is ready. */
  interface Invitation {
    Company arrive(Doors doors, Path folder) throws IOException, InterruptedException;
  }

  /**
   * What came of it.
   *
   * @param broken one sentence for each violation, of a fault's own or seen by the company
   */
  record Report(Schedule schedule, Duration start, List<Outcome> outcomes, List<String> broken) {
    Report {
      outcomes = List.copyOf(outcomes);
      broken = List.copyOf(broken);
    }
  }

  private final Path folder;
  private final StageOptions options;
  private final Schedule schedule;
  private final Duration pause;
  private final int together;
  private final PrintWriter out;

  /**
   * @param pause between the recovery from one fault and the next
   * @param together how many faults strike at a time
   */
  Ordeal(
      Path folder,
      StageOptions options,
      Schedule schedule,
      Duration pause,
      int together,
      PrintWriter out) {
    this.together = together;
    this.folder = folder;
    this.options =
        schedule.strokes().stream().map(Schedule.Stroke::kind).anyMatch(Kind::needsSteppedClocks)
            ? options.withSteppedClocks()
            : options;
    this.schedule = schedule;
    this.pause = pause;
    this.out = out;
  }

  Report run(Invitation invitation) throws IOException, InterruptedException {
    say("Seed " + schedule.seed() + ", " + schedule.strokes().size() + " faults, in " + folder);
    Instant begin = Instant.now();
    try (Stage stage = Stage.start(folder, options)) {
      Duration start = Duration.between(begin, Instant.now());
      say("The stage is ready after " + start.toSeconds() + " s.");
      try (Company company = invitation.arrive(stage.doors(), folder)) {
        return report(start, strike(stage, company), company);
      }
    }
  }

  private List<Outcome> strike(Stage stage, Company company) throws InterruptedException {
    Runner runner = new Runner(stage, company);
    List<Outcome> outcomes = new ArrayList<>();
    if (company.firstResultAfter(Instant.now(), FIRST_RESULT_LIMIT).isEmpty()) {
      throw new IllegalStateException("Nothing is decided although nothing was broken yet");
    }
    for (List<Schedule.Stroke> group : schedule.groups(together)) {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
      List<Outcome> came = runner.run(group);
      came.forEach(outcome -> say(outcome.toString()));
      outcomes.addAll(came);
    }
    return outcomes;
  }

  private Report report(Duration start, List<Outcome> outcomes, Company company)
      throws InterruptedException {
    List<String> broken = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      outcome.violations().forEach(v -> broken.add("fault " + outcome.number() + ": " + v));
    }
    broken.addAll(company.leave());
    return new Report(schedule, start, outcomes, broken);
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
