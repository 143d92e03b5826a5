package nth.proof;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import nth.proof.crowd.CrowdSettings;
import nth.proof.fault.Kind;
import nth.proof.fault.Outcome;
import nth.proof.fault.Runner;
import nth.proof.fault.Schedule;
import nth.proof.stage.Stage;
import nth.proof.stage.StageOptions;
import nth.proof.verdict.Report;

/** A stage, those who use it, what goes wrong meanwhile, and the verdict. */
final class Ordeal {

  private static final Duration FIRST_RESULT_LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_MS = 500;

  /**
   * How long it takes.
   *
   * @param pause between the recovery from one fault and the next
   * @param together how many faults strike at a time
   * @param entries that must have been accepted before it ends
   */
  record Length(Duration pause, int together, long entries) {}

  private final Path folder;
  private final StageOptions options;
  private final Schedule schedule;
  private final CrowdSettings crowd;
  private final Length length;
  private final PrintWriter out;

  Ordeal(
      Path folder,
      StageOptions options,
      Schedule schedule,
      CrowdSettings crowd,
      Length length,
      PrintWriter out) {
    this.folder = folder;
    this.options =
        schedule.strokes().stream().map(Schedule.Stroke::kind).anyMatch(Kind::needsSteppedClocks)
            ? options.withSteppedClocks()
            : options;
    this.schedule = schedule;
    this.crowd = crowd;
    this.length = length;
    this.out = out;
  }

  /** Returns when everything is over and judged; nothing runs any more then. */
  Report run() throws InterruptedException {
    say("Seed " + schedule.seed() + ", " + schedule.strokes().size() + " faults, in " + folder);
    Instant begin = Instant.now();
    try (Stage stage = Stage.start(folder, options);
        Guests guests = Guests.arrive(stage, crowd, folder)) {
      say("The stage is ready after " + Duration.between(begin, Instant.now()).toSeconds() + " s.");
      List<Outcome> outcomes = strike(stage, guests);
      while (guests.accepted() < length.entries()) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      }
      say("All is whole again after %d entries; now to the verdict.".formatted(guests.accepted()));
      return guests.leave(outcomes);
    }
  }

  private List<Outcome> strike(Stage stage, Guests guests) throws InterruptedException {
    Runner runner = new Runner(stage, guests);
    List<Outcome> outcomes = new ArrayList<>();
    if (guests.firstResultAfter(Instant.now(), FIRST_RESULT_LIMIT).isEmpty()) {
      throw new IllegalStateException("Nothing is decided although nothing was broken yet");
    }
    for (List<Schedule.Stroke> group : schedule.groups(length.together())) {
      TimeUnit.MILLISECONDS.sleep(length.pause().toMillis());
      List<Outcome> came = runner.run(group);
      came.forEach(outcome -> say(outcome.toString()));
      outcomes.addAll(came);
    }
    return outcomes;
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
