package nth.proof;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import nth.proof.stage.StageException;
import nth.proof.stage.StageOptions;
import nth.proof.streams.Kind;
import nth.proof.streams.OpenFiles;
import nth.proof.streams.Setting;
import nth.proof.streams.StreamsReport;
import nth.proof.streams.Trial;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Exit code 0: the aims are met; 1: one is missed; 2: a figure could not be taken. */
@Command(
    name = "streams",
    description = "Opens many streams, and tells what one costs and how soon all hear the news.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    exitCodeOnExecutionException = 2)
final class StreamsCommand implements Callable<Integer> {

  @Option(names = "--streams", defaultValue = "10000", description = "Open at a time.")
  private int streams;

  @Option(names = "--rounds", defaultValue = "50", description = "Of news, of each kind.")
  private int rounds;

  @Option(names = "--laps", defaultValue = "2", description = "Turns of either side.")
  private int laps;

  @Option(
      names = "--kind",
      defaultValue = "both",
      description = "public: all hear one promotion; personal: everybody their own part; both.")
  private String kind = "both";

  @Option(names = "--folder", defaultValue = "streams", description = "Where the parts are run.")
  private Path folder = Path.of("streams");

  @Option(names = "--jars", description = "The repository, built; here or above if not given.")
  private @Nullable Path jars;

  @Option(names = "--seed", description = "Of the pauses between the rounds.")
  private @Nullable Long seed;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try {
      StreamsReport report =
          new Trial(setting(), out).run(folder, options(), BareServerCommand.NAME);
      out.println();
      out.print(report.text());
      out.flush();
      return report.aimsMet() ? 0 : 1;
    } catch (StageException e) {
      out.println("VERDICT  not reached");
      out.flush();
      spec.commandLine().getErr().println(e.getMessage());
      return 2;
    }
  }

  private StageOptions options() {
    StageOptions options = StageOptions.usual().withFullCompilation();
    return jars == null ? options : options.withJars(jars);
  }

  private Setting setting() {
    require(streams >= 1, "--streams must be 1 or more.");
    require(rounds >= 1, "--rounds must be 1 or more.");
    require(laps >= 1 && laps <= rounds, "--laps must be 1 or more, and at most --rounds.");
    Optional<String> lack = OpenFiles.lackFor(streams);
    require(lack.isEmpty(), lack.orElse(""));
    long drawn = seed == null ? ThreadLocalRandom.current().nextLong(1_000_000) : seed;
    return new Setting(drawn, streams, rounds, laps, kinds());
  }

  private List<Kind> kinds() {
    try {
      return Kind.of(kind);
    } catch (IllegalArgumentException unknown) {
      throw new StageException("--kind must be public, personal or both.");
    }
  }

  private static void require(boolean holds, String sentence) {
    if (!holds) {
      throw new StageException(sentence);
    }
  }
}
