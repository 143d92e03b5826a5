package nth.proof;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import nth.proof.crowd.CrowdSettings;
import nth.proof.fault.Outcome;
import nth.proof.fault.Replacement;
import nth.proof.fault.Runner;
import nth.proof.stage.Part;
import nth.proof.stage.Role;
import nth.proof.stage.Stage;
import nth.proof.stage.StageException;
import nth.proof.stage.StageOptions;
import nth.proof.verdict.Report;

/** A stage of old jars, those who use it, and new jars that take over one by one meanwhile. */
final class Upgrade {

  /** Who reads a record knows it before somebody writes it, see docs/upgrade.md. */
  private static final List<Role> ORDER = List.of(Role.NOTIFIER, Role.SEQUENCER, Role.INGRESS);

  private static final Duration FIRST_RESULT_LIMIT = Duration.ofSeconds(60);
  private static final Duration ENTRY_LIMIT = Duration.ofSeconds(120);
  private static final long LOOK_MS = 200;

  /**
   * How long it takes.
   *
   * @param entries that are accepted before the first replacement, and again behind the last one
   * @param pause between two replacements
   * @param back whether the old jars come back, and the new ones after them
   */
  record Length(long entries, Duration pause, boolean back) {}

  private final Path folder;
  private final StageOptions options;
  private final Path old;
  private final CrowdSettings crowd;
  private final Length length;
  private final PrintWriter out;
  private final List<Outcome> outcomes = new ArrayList<>();

  /**
   * @param options with the new jars
   * @param old a folder like that of the new ones
   */
  Upgrade(
      Path folder,
      StageOptions options,
      Path old,
      CrowdSettings crowd,
      Length length,
      PrintWriter out) {
    this.folder = folder;
    this.options = options;
    this.old = old;
    this.crowd = crowd;
    this.length = length;
    this.out = out;
  }

  /** Returns when everything is over and judged; nothing runs any more then. */
  Report run() throws InterruptedException {
    say("Seed " + crowd.seed() + ", from the jars in " + old);
    Instant begin = Instant.now();
    try (Stage stage = Stage.start(folder, options.withJars(old))) {
      Stage.Release before = stage.firstRelease();
      Stage.Release after = stage.release("new", options.jars());
      say("The stage is ready after " + Duration.between(begin, Instant.now()).toSeconds() + " s.");
      try (Guests guests = Guests.arrive(stage, crowd, folder)) {
        if (guests.firstResultAfter(Instant.now(), FIRST_RESULT_LIMIT).isEmpty()) {
          throw new StageException("Nothing is decided although nothing was replaced yet.");
        }
        awaitEntries(guests);
        replaceAll(stage, guests, before, after);
        awaitEntries(guests);
        say("It is over after %d entries; now to the verdict.".formatted(guests.accepted()));
        return guests.leave(outcomes);
      }
    }
  }

  private void replaceAll(Stage stage, Guests guests, Stage.Release before, Stage.Release after)
      throws InterruptedException {
    Runner runner = new Runner(stage, guests);
    List<Part> upwards = inOrder(stage);
    replace(runner, upwards, after, "upgrade");
    if (length.back()) {
      List<Part> downwards = new ArrayList<>(upwards);
      Collections.reverse(downwards);
      replace(runner, downwards, before, "downgrade");
      replace(runner, upwards, after, "upgrade");
    }
  }

  private static List<Part> inOrder(Stage stage) {
    return ORDER.stream().flatMap(role -> stage.parts(role).stream()).toList();
  }

  private void replace(Runner runner, List<Part> parts, Stage.Release by, String what)
      throws InterruptedException {
    for (Part part : parts) {
      TimeUnit.MILLISECONDS.sleep(length.pause().toMillis());
      String kind = part.id().role().text() + "-" + what;
      Outcome came = runner.run(outcomes.size() + 1, kind, new Replacement(part.id(), by));
      say(came.toString());
      outcomes.add(came);
    }
  }

  /** Gives up when nobody is let in any more: then the verdict has something to say. */
  private void awaitEntries(Guests guests) throws InterruptedException {
    long enough = guests.accepted() + length.entries();
    Instant end = Instant.now().plus(ENTRY_LIMIT);
    while (guests.accepted() < enough && Instant.now().isBefore(end)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
