package nth.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import nth.contract.fixtures.Tools;
import nth.proof.build.History;
import nth.proof.build.Jars;
import nth.proof.crowd.CrowdSettings;
import nth.proof.stage.Stage;
import nth.proof.stage.StageOptions;
import nth.proof.verdict.Report;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A short upgrade from the commit before; {@code -Dnth.upgrade.from} names another one. The command
 * {@code upgrade} makes a long one, and goes back as well.
 */
class ITUpgrade {

  private static final String FROM = System.getProperty("nth.upgrade.from", "HEAD^");
  private static final int REPLACED = 6;

  // Kept, for whoever must find out what went wrong.
  private final Path folder = Path.of("target", "upgrade");

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  @Tag("O-14")
  void jarsOfTheCommitBefore_areReplacedOneByOne_andNoPromiseBreaks() throws Exception {
    Path repository = Path.of("..");
    History history = new History(repository);
    Optional<String> commit = history.commit(FROM);
    // A copy without its history, or with too little of it, cannot tell what was before.
    assumeThat(commit).as("There is no commit " + FROM + " in this copy of nth.").isPresent();
    Tools.require("mvn");
    Stage.discard(folder);
    Path old = new Jars(folder.resolve("old"), List.of()).of(history, commit.orElseThrow());
    PrintWriter out = new PrintWriter(System.out, true);
    Upgrade upgrade =
        new Upgrade(
            folder,
            StageOptions.usual(),
            old,
            CrowdSettings.of(1, 50).sized(200, 1000),
            new Upgrade.Length(200, Duration.ZERO, false),
            out);

    Report report = upgrade.run();

    report.write(folder);
    out.print(report.text());
    assertThat(report.holds()).as(report.text()).isTrue();
    assertThat(report.faults()).hasSize(REPLACED);
    assertThat(report.outcome().winners()).as("winners").isPositive();
    assertThat(report.tally().watched()).as("streams watched").isPositive();
  }
}
