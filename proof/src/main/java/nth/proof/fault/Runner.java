package nth.proof.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import nth.proof.stage.Part;
import nth.proof.stage.Stage;
import org.jspecify.annotations.Nullable;

/** Breaks the stage as scheduled, and waits until all is well again. */
public final class Runner {

  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final long POLL_MS = 100;
  private static final int LOG_LINES = 15;

  private final Stage stage;
  private final Recovery recovery;

  public Runner(Stage stage, Recovery recovery) {
    this.stage = stage;
    this.recovery = recovery;
  }

  /** Returns when the stage has recovered from it, or is given up. */
  public Outcome run(Schedule.Stroke stroke) throws InterruptedException {
    return run(stroke.number(), stroke.kind().text(), stroke.fault());
  }

  /** The same for what nobody draws by chance. */
  public Outcome run(int number, String kind, Fault fault) throws InterruptedException {
    List<String> violations = new ArrayList<>();
    boolean aimed = attempt(violations, "aim", () -> fault.aim(stage));
    Instant struckAt = Instant.now();
    if (aimed) {
      attempt(violations, "strike", () -> fault.strike(stage));
      sleepUntil(struckAt.plus(fault.lasts()));
      heal(violations, fault);
    }
    Instant healedAt = Instant.now();
    violations.addAll(fault.complaints());
    Instant wholeAt = awaitWhole(violations);
    // What waited meanwhile comes first: the next fault must not meet the rest of this one.
    Instant since = wholeAt == null ? healedAt : wholeAt;
    if (recovery.firstResultAfter(since, LIMIT).isEmpty()) {
      violations.add("nothing is decided " + LIMIT.toSeconds() + " s after all was put right");
    }
    boolean timed = aimed && fault.isTimed();
    Optional<Instant> first =
        timed ? recovery.firstResultAfter(struckAt, Duration.ZERO) : Optional.empty();
    return new Outcome(
        number,
        kind,
        fault.victim(),
        struckAt,
        healedAt,
        wholeAt,
        timed,
        first.map(at -> Duration.between(struckAt, at)).orElse(null),
        recovery.longestSilence(struckAt, Instant.now()),
        endedSince(struckAt),
        violations);
  }

  private interface Deed {
    void act() throws Exception;
  }

  /** A fault that cannot be done is told as well: the run proves less than it seems to. */
  private static boolean attempt(List<String> violations, String what, Deed deed)
      throws InterruptedException {
    try {
      deed.act();
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      violations.add("the harness could not " + what + ": " + e);
      return false;
    }
  }

  /** What is broken must not stay so: again and again, until it succeeds or the limit is over. */
  private void heal(List<String> violations, Fault fault) throws InterruptedException {
    Instant end = Instant.now().plus(LIMIT);
    List<String> failures = new ArrayList<>();
    while (!attempt(failures, "heal", () -> fault.heal(stage))) {
      if (Instant.now().isAfter(end)) {
        violations.add(failures.get(failures.size() - 1));
        return;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
  }

  private @Nullable Instant awaitWhole(List<String> violations) throws InterruptedException {
    Instant end = Instant.now().plus(LIMIT);
    String missing = stage.missing();
    while (missing != null) {
      if (Instant.now().isAfter(end)) {
        violations.add("did not recover: " + missing + logs());
        return null;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      missing = stage.missing();
    }
    return Instant.now();
  }

  private String logs() {
    StringBuilder text = new StringBuilder();
    for (Part part : stage.parts()) {
      if (!part.isReady()) {
        text.append("\n      ").append(part).append(" said last:");
        part.lastLines(LOG_LINES).forEach(line -> text.append("\n        ").append(line));
      }
    }
    return text.toString();
  }

  private List<String> endedSince(Instant moment) {
    List<String> ends = new ArrayList<>();
    for (Part part : stage.parts()) {
      part.ends().stream()
          .filter(end -> end.at().isAfter(moment))
          .forEach(end -> ends.add(part + " ended with exit code " + end.exitCode()));
    }
    return ends;
  }

  private static void sleepUntil(Instant moment) throws InterruptedException {
    long millis = Duration.between(Instant.now(), moment).toMillis();
    if (millis > 0) {
      TimeUnit.MILLISECONDS.sleep(millis);
    }
  }
}
