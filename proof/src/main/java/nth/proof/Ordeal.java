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
import org.jspecify.annotations.Nullable;

/** A stage, those who use it, what is replaced and goes wrong meanwhile, and the verdict. */
final class Ordeal {

  private static final Duration FIRST_RESULT_LIMIT = Duration.ofSeconds(60);
  private static final Duration ENTRY_LIMIT = Duration.ofSeconds(120);
  private static final long LOOK_MS = 500;

  /**
   * How long it takes.
   *
   * @param warmUp before the first fault, when everything is at its slowest
   * @param pause between the recovery from one fault and the next
   * @param entries that must have been accepted before it ends
   * @param finale people per second once nothing is broken any more
   */
  record Length(Duration warmUp, Duration pause, long entries, int finale) {}

  private final Path folder;
  private final StageOptions options;
  private final Rollout.@Nullable Plan rollout;
  private final Schedule schedule;
  private final CrowdSettings crowd;
  private final Length length;
  private final PrintWriter out;
  private final List<Outcome> outcomes = new ArrayList<>();

  /**
   * @param rollout before the first fault; null: it begins with the jars it ends with
   */
  Ordeal(
      Path folder,
      StageOptions options,
      Rollout.@Nullable Plan rollout,
      Schedule schedule,
      CrowdSettings crowd,
      Length length,
      PrintWriter out) {
    this.folder = folder;
    this.options =
        schedule.strokes().stream().map(Schedule.Stroke::kind).anyMatch(Kind::needsSteppedClocks)
            ? options.withSteppedClocks()
            : options;
    this.rollout = rollout;
    this.schedule = schedule;
    this.crowd = crowd;
    this.length = length;
    this.out = out;
  }

  /** Returns when everything is over and judged; nothing runs any more then. */
  Report run() throws InterruptedException {
    say("Seed " + schedule.seed() + ", " + schedule.strokes().size() + " faults, in " + folder);
    Instant begin = Instant.now();
    StageOptions first = rollout == null ? options : options.withJars(rollout.from());
    try (Stage stage = Stage.start(folder, first)) {
      // Before anybody comes: it takes the machine for itself.
      Stage.Release next =
          rollout == null ? stage.firstRelease() : stage.release("next", options.jars());
      say("The stage is ready after " + Duration.between(begin, Instant.now()).toSeconds() + " s.");
      return run(stage, next);
    }
  }

  private Report run(Stage stage, Stage.Release next) throws InterruptedException {
    try (Guests guests = Guests.arrive(stage, crowd, folder)) {
      if (guests.firstResultAfter(Instant.now(), FIRST_RESULT_LIMIT).isEmpty()) {
        throw new IllegalStateException("Nothing is decided although nothing was broken yet");
      }
      TimeUnit.MILLISECONDS.sleep(length.warmUp().toMillis());
      Runner runner = new Runner(stage, guests);
      if (rollout != null) {
        new Rollout(stage, runner, length.pause(), this::keep).run(next, rollout.back());
      }
      strike(runner);
      guests.comeAt(length.finale());
      awaitEntries(guests);
      say("It is over after %d entries; now to the verdict.".formatted(guests.accepted()));
      return guests.leave(outcomes);
    }
  }

  /** What was broken so far, and what came of it. */
  List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  private void strike(Runner runner) throws InterruptedException {
    for (Schedule.Stroke stroke : schedule.strokes()) {
      TimeUnit.MILLISECONDS.sleep(length.pause().toMillis());
      keep(runner.run(stroke));
    }
  }

  private void keep(Outcome came) {
    say(came.toString());
    outcomes.add(came);
  }

  /** Gives up when nobody is let in any more: then the verdict has something to say. */
  private void awaitEntries(Guests guests) throws InterruptedException {
    long before = guests.accepted();
    Instant changed = Instant.now();
    while (guests.accepted() < length.entries()) {
      if (changed.plus(ENTRY_LIMIT).isBefore(Instant.now())) {
        say("Nobody was let in for " + ENTRY_LIMIT.toSeconds() + " s; it ends too early.");
        return;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      if (guests.accepted() > before) {
        before = guests.accepted();
        changed = Instant.now();
      }
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
