package nth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import nth.contract.fixtures.Tools;
import nth.proof.crowd.CrowdSettings;
import nth.proof.fault.Kind;
import nth.proof.fault.Schedule;
import nth.proof.stage.Stage;
import nth.proof.stage.StageOptions;
import nth.proof.verdict.Report;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short ordeal; the command {@code ordeal} makes a long one. */
class ITOrdeal {

  private static final long SEED = 1;
  private static final List<Kind> KINDS =
      List.of(
          Kind.SEQUENCER_KILL,
          Kind.SEQUENCER_PAUSE,
          Kind.SEQUENCER_WIPED,
          Kind.BROKER_KILL,
          Kind.REPLIES_LOST,
          Kind.POSTGRES_COMMIT_CUT,
          Kind.CLOCK_STEP,
          Kind.POISON);

  /** {@code -Dnth.ordeal.late=60} for as many seconds. */
  private static final Duration LATE = Duration.ofSeconds(Integer.getInteger("nth.ordeal.late", 8));

  // Kept, for whoever must find out what went wrong.
  private final Path folder = Path.of("target", "ordeal");

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  @Tag("O-01")
  @Tag("O-02")
  @Tag("O-03")
  @Tag("O-13")
  @Tag("O-18")
  @Tag("O-19")
  @Tag("O-55")
  @Tag("O-56")
  @Tag("O-69")
  void aFaultOfEachOfEightKinds_breaksNoPromise() throws Exception {
    // Elsewhere, without libfaketime, the clocks stay as they are.
    if ("true".equals(System.getenv("NTH_REQUIRE_TOOLS"))) {
      Tools.require("faketime");
    }
    Stage.discard(folder);
    List<Kind> kinds = KINDS.stream().filter(Kind::isAvailable).toList();
    PrintWriter out = new PrintWriter(System.out, true);
    Ordeal ordeal =
        new Ordeal(
            folder,
            StageOptions.usual()
                // What closed early is retired before the end.
                .withRetention("10s")
                // Whoever starts first waits for the others.
                .withLateBrokers(LATE),
            Schedule.draw(SEED, kinds.size(), kinds),
            CrowdSettings.of(SEED, 50).sized(200, 1000),
            new Ordeal.Length(Duration.ZERO, Duration.ZERO, 1000, 50),
            out);

    Report report = ordeal.run();

    report.write(folder);
    out.print(report.text());
    assertThat(report.holds()).as(report.text()).isTrue();
    assertThat(report.faults()).hasSameSizeAs(kinds);
    assertThat(report.tally().accepted()).isGreaterThanOrEqualTo(1000);
    assertThat(report.outcome().winners()).as("winners").isPositive();
    assertThat(report.tally().watched()).as("streams watched").isPositive();
    assertThat(report.tally().polled()).as("people who asked").isPositive();
  }
}
