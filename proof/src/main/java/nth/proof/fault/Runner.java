package nth.proof.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  /** All at once; returns when the stage has recovered from all of them, or is given up. */
  public List<Outcome> run(List<Schedule.Stroke> together) throws InterruptedException {
    ExecutorService hands = Executors.newFixedThreadPool(together.size());
    try {
      List<Outcome> outcomes = new ArrayList<>();
      for (Future<Outcome> outcome :
          hands.invokeAll(together.stream().<Callable<Outcome>>map(s -> () -> run(s)).toList())) {
        outcomes.add(outcome.get());
      }
      return outcomes;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      hands.shutdownNow();
    }
  }

  private Outcome run(Schedule.Stroke stroke) throws InterruptedException {
    Fault fault = stroke.fault();
    List<String> violations = new ArrayList<>();
    Instant struckAt = Instant.now();
    attempt(violations, "strike", () -> fault.strike(stage));
    sleepUntil(struckAt.plus(fault.lasts()));
    attempt(violations, "heal", () -> fault.heal(stage));
    Instant healedAt = Instant.now();
    violations.addAll(fault.complaints());
    Instant wholeAt = awaitWhole(violations);
    boolean goesOn = recovery.firstResultAfter(healedAt, LIMIT).isPresent();
    if (!goesOn) {
      violations.add("nothing is decided " + LIMIT.toSeconds() + " s after all was put right");
    }
    Optional<Instant> first = recovery.firstResultAfter(struckAt, Duration.ZERO);
    return new Outcome(
        stroke.number(),
        stroke.kind(),
        fault.victim(),
        struckAt,
        healedAt,
        wholeAt,
        first.map(at -> Duration.between(struckAt, at)).orElse(null),
        recovery.longestSilence(struckAt, Instant.now()),
        endedSince(struckAt),
        violations);
  }

  private interface Deed {
    void act() throws Exception;
  }

  /** A fault that cannot be done is told as well: the run proves less than it seems to. */
  private static void attempt(List<String> violations, String what, Deed deed)
      throws InterruptedException {
    try {
      deed.act();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      violations.add("the harness could not " + what + ": " + e);
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
