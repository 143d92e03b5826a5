package nth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import nth.proof.fault.Kind;
import nth.proof.fault.Outcome;
import nth.proof.fault.Runner;
import nth.proof.fault.Schedule;
import nth.proof.stage.Stage;
import nth.proof.stage.StageOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short ordeal; {@code -Dnth.proof.only=kind,kind -Dnth.proof.faults=N} makes another. */
class ITOrdeal {

  @TempDir Path folder;

  @Test
  void fewFaults_doNoHarm() throws Exception {
    List<Kind> kinds =
        Stream.of(
                System.getProperty(
                        "nth.proof.only",
                        "sequencer-kill,broker-kill,postgres-commit-cut,ingress-restart")
                    .split(","))
            .map(Kind::of)
            .toList();
    long seed = Long.getLong("nth.proof.seed", 20260301);
    int count = Integer.getInteger("nth.proof.faults", kinds.size());
    Path where = Path.of(System.getProperty("nth.proof.folder", folder.toString()));
    StageOptions options = StageOptions.usual();
    if (kinds.stream().anyMatch(Kind::needsSteppedClocks)) {
      options = options.withSteppedClocks();
    }
    System.out.println("seed " + seed);
    Instant begin = Instant.now();
    List<String> violations = new ArrayList<>();
    try (Stage stage = Stage.start(where, options);
        StandIn people = StandIn.arrive(stage.doors())) {
      System.out.println("stage " + Duration.between(begin, Instant.now()));
      people.firstResultAfter(Instant.now(), Duration.ofSeconds(60)).orElseThrow();
      Runner runner = new Runner(stage, people);
      for (Schedule.Stroke stroke : Schedule.draw(seed, count, kinds).strokes()) {
        Outcome outcome = runner.run(stroke);
        System.out.println(outcome);
        violations.addAll(outcome.violations());
      }
      violations.addAll(people.leave());
      System.out.println(
          people.entries() + " entries, longest gap without a 202 " + people.longestGap());
    }
    assertThat(violations).isEmpty();
  }
}
