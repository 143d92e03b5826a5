package nth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import nth.contract.fixtures.Tools;
import nth.proof.build.BuildException;
import nth.proof.build.History;
import nth.proof.build.Jars;
import nth.proof.crowd.CrowdSettings;
import nth.proof.fault.Kind;
import nth.proof.fault.Schedule;
import nth.proof.stage.Stage;
import nth.proof.stage.StageOptions;
import nth.proof.verdict.FaultRecord;
import nth.proof.verdict.Report;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A short ordeal of a cluster that begins with the jars of the commit before and gets the present
 * ones while people enter; the commands {@code ordeal} and {@code upgrade} make long ones.
 *
 * <p>{@code -Dnth.upgrade.from} names another commit. Where that cannot be had or built, it begins
 * with the present jars, which then wait for brokers and database at the start; {@code
 * -Dnth.ordeal.late} says for how many seconds.
 */
class ITOrdeal {

  private static final long SEED = 1;
  private static final int APPLICATIONS = 6;
  private static final String FROM = System.getProperty("nth.upgrade.from", "HEAD^");
  private static final Duration LATE = Duration.ofSeconds(Integer.getInteger("nth.ordeal.late", 5));
  private static final List<Kind> KINDS =
      Stream.of(
              Kind.SEQUENCER_KILL,
              Kind.SEQUENCER_PAUSE,
              Kind.SEQUENCER_WIPED,
              Kind.BROKER_KILL,
              Kind.REPLIES_LOST,
              Kind.POSTGRES_COMMIT_CUT,
              Kind.CLOCK_STEP,
              Kind.POISON)
          .filter(Kind::isAvailable)
          .toList();

  // Kept, for whoever must find out what went wrong.
  private static final Path FOLDER = Path.of("target", "ordeal");
  private static @Nullable String lack;
  private static Report report;

  @BeforeAll
  static void run() throws Exception {
    // Elsewhere, without libfaketime, the clocks stay as they are.
    if ("true".equals(System.getenv("NTH_REQUIRE_TOOLS"))) {
      List.of("faketime", "git", "mvn").forEach(Tools::require);
    }
    Stage.discard(FOLDER);
    Path old = commitBefore();
    Rollout.Plan rollout = old == null ? null : new Rollout.Plan(old, false);
    PrintWriter out = new PrintWriter(System.out, true);
    if (lack != null) {
      out.println("No upgrade is tried: " + lack);
    }
    Ordeal ordeal =
        new Ordeal(
            FOLDER,
            StageOptions.usual()
                // What closed early is retired before the end.
                .withRetention("10s")
                // Whether the jars of another commit are patient is no matter of this one.
                .withLateBrokers(old == null ? LATE : Duration.ZERO),
            rollout,
            Schedule.draw(SEED, KINDS.size(), KINDS),
            CrowdSettings.of(SEED, 50).sized(200, 1000),
            new Ordeal.Length(Duration.ZERO, Duration.ZERO, 1000, 50),
            out);
    report = ordeal.run();
    report.write(FOLDER);
    out.print(report.text());
  }

  /** Or nothing, and then {@link #lack} says why: what was before is no fault of this commit. */
  private static @Nullable Path commitBefore() throws InterruptedException {
    History history = new History(Path.of(".."));
    try {
      return new Jars(FOLDER.resolve("jars"), likeThisBuild()).of(history, history.commit(FROM));
    } catch (BuildException e) {
      lack = e.getMessage();
      return null;
    }
  }

  /**
   * Where its libraries are; whoever runs this without Maven leaves that to the one on the PATH.
   */
  private static List<String> likeThisBuild() {
    String repository = System.getProperty("nth.maven.repository");
    return repository == null ? List.of() : List.of("-Dmaven.repo.local=" + repository);
  }

  @Test
  @Tag("O-01")
  @Tag("O-02")
  @Tag("O-03")
  @Tag("O-13")
  @Tag("O-18")
  @Tag("O-19")
  @Tag("O-55")
  @Tag("O-56")
  void aFaultOfEachOfEightKinds_breaksNoPromise() {
    assertThat(report.holds()).as(report.text()).isTrue();
    assertThat(report.faults())
        .extracting(FaultRecord::kind)
        .containsAll(KINDS.stream().map(Kind::text).toList());
    assertThat(report.tally().accepted()).isGreaterThanOrEqualTo(1000);
    assertThat(report.outcome().winners()).as("winners").isPositive();
    assertThat(report.tally().watched()).as("streams watched").isPositive();
    assertThat(report.tally().polled()).as("people who asked").isPositive();
  }

  @Test
  @Tag("O-14")
  void jarsOfTheCommitBefore_areReplacedOneByOne_andNoPromiseBreaks() {
    Assumptions.assumeTrue(lack == null, lack);
    assertThat(report.faults())
        .extracting(FaultRecord::kind)
        .filteredOn(kind -> kind.endsWith("-upgrade"))
        .hasSize(APPLICATIONS);
    assertThat(report.holds()).as(report.text()).isTrue();
  }
}
