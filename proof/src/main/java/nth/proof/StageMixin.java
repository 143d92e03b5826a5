package nth.proof;

import java.nio.file.Path;
import java.time.Duration;
import nth.proof.stage.StageOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that sets up a stage. */
final class StageMixin {

  @Option(names = "--folder", required = true, description = "Where all parts keep their things.")
  private Path folder = Path.of("");

  @Option(
      names = "--jars",
      description = "The repository, built: it has sequencer/target/sequencer-exec.jar and so on.")
  private @Nullable Path jars;

  @Option(names = "--c2", description = "Let the JVMs compile fully: for long runs.")
  private boolean compileFully;

  @Option(
      names = "--retention",
      description = "How long after its closing a promotion is retired, as 20s; kept if not given.")
  private @Nullable String retention;

  @Option(
      names = "--late",
      description = "Seconds that the applications run before brokers and database start; 0.")
  private int lateSeconds;

  Path folder() {
    return folder;
  }

  StageOptions options() {
    StageOptions options = StageOptions.usual();
    options = jars == null ? options : options.withJars(jars);
    options = options.withLateBrokers(Duration.ofSeconds(lateSeconds));
    options = retention == null ? options : options.withRetention(retention);
    return compileFully ? options.withFullCompilation() : options;
  }
}
