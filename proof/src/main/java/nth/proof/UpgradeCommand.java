package nth.proof;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import nth.proof.build.BuildException;
import nth.proof.build.History;
import nth.proof.build.Jars;
import nth.proof.crowd.CrowdSettings;
import nth.proof.fault.Schedule;
import nth.proof.stage.StageException;
import nth.proof.stage.StageOptions;
import nth.proof.verdict.Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Exit code 0: every promise held; 1: one was broken; 2: it could not be tried. */
@Command(
    name = "upgrade",
    description = "Replaces running old jars by new ones under load, and tells what came of it.",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = 2)
final class UpgradeCommand implements Callable<Integer> {

  /** Promotions are half over when the first part is replaced. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  @Mixin private StageMixin stage = new StageMixin();
  @Spec private CommandSpec spec;

  @Option(
      names = "--from",
      defaultValue = "HEAD^",
      description =
          "The old jars: a folder as for --jars, or a commit, which is built; ${DEFAULT-VALUE}.")
  private String from = "";

  @Option(names = "--back", description = "Also the way back, and forth again.")
  private boolean back;

  @Option(names = "--seed", description = "The same seed brings the same crowd.")
  private @Nullable Long seed;

  @Option(
      names = "--rate",
      defaultValue = "200",
      description = "People who press per second; ${DEFAULT-VALUE}.")
  private int rate;

  @Option(
      names = "--pause",
      defaultValue = "5",
      description = "Seconds between two replacements; ${DEFAULT-VALUE}.")
  private int pauseSeconds;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    long drawn = seed == null ? ThreadLocalRandom.current().nextLong(1_000_000) : seed;
    try {
      StageOptions options = stage.options();
      Ordeal ordeal =
          new Ordeal(
              stage.folder(),
              options,
              new Rollout.Plan(oldJars(options.jars()), back),
              Schedule.draw(drawn, 0, List.of()),
              CrowdSettings.of(drawn, rate),
              new Ordeal.Length(WARM_UP, Duration.ofSeconds(pauseSeconds), 0, rate),
              out);
      Report report = ordeal.run();
      report.write(stage.folder());
      out.print(report.text());
      out.flush();
      return report.holds() ? 0 : 1;
    } catch (StageException | BuildException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 2;
    }
  }

  private Path oldJars(Path repository) throws InterruptedException {
    if (Files.isDirectory(Path.of(from))) {
      return Path.of(from);
    }
    History history = new History(repository);
    String commit = commit(history);
    spec.commandLine().getOut().println("Building " + commit);
    spec.commandLine().getOut().flush();
    return new Jars(stage.folder().resolve("old-jars"), List.of()).of(history, commit);
  }

  private String commit(History history) throws InterruptedException {
    try {
      return history.commit(from);
    } catch (BuildException e) {
      throw new StageException(from + " is no folder, and " + e.getMessage(), e);
    }
  }
}
