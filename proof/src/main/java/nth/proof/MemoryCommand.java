package nth.proof;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import nth.proof.memory.MemoryReport;
import nth.proof.memory.MemoryTrial;
import nth.proof.stage.Solo;
import nth.proof.stage.Stage;
import nth.proof.stage.StageException;
import nth.proof.stage.StageOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Exit code 0: all fit; 1: one did not; 2: it could not be tried. */
@Command(
    name = "memory",
    description =
        "Runs each application as its container does, in as much memory, and lets many people in.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    exitCodeOnExecutionException = 2)
final class MemoryCommand implements Callable<Integer> {

  @Option(names = "--people", defaultValue = "1000000", description = "Who enter, once each.")
  private long people;

  @Option(names = "--events", defaultValue = "200", description = "Over which they are spread.")
  private int events;

  @Option(
      names = "--seconds",
      defaultValue = "300",
      description = "In which they come; longer where they are not let in as fast.")
  private int seconds;

  @Option(names = "--limit", defaultValue = "1024", description = "MiB of each application.")
  private long limitMebibytes;

  @Option(names = "--java", description = "A Java's home, to run the applications; this one's.")
  private @Nullable Path java;

  @Option(names = "--folder", defaultValue = "memory", description = "Emptied first.")
  private Path folder = Path.of("memory");

  @Option(names = "--jars", description = "The repository, built; here or above if not given.")
  private @Nullable Path jars;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    long limitBytes = limitMebibytes << 20;
    try {
      Stage.discard(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (Solo solo = Solo.start(folder, options(), command(), limitBytes)) {
      int rate = (int) Math.max(1, people / Math.max(1, seconds));
      MemoryReport report = new MemoryTrial(solo, events, out).run(people, rate, limitBytes);
      out.println();
      out.print(report.text());
      out.flush();
      return report.holds() ? 0 : 1;
    } catch (StageException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 2;
    }
  }

  private StageOptions options() {
    StageOptions options = StageOptions.usual().withFullCompilation();
    return jars == null ? options : options.withJars(jars);
  }

  private Path command() {
    Path home = java == null ? Path.of(System.getProperty("java.home")) : java;
    return home.resolve("bin").resolve("java");
  }
}
