package nth.proof;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import nth.proof.crowd.CrowdSettings;
import nth.proof.fault.Kind;
import nth.proof.fault.Outcome;
import nth.proof.fault.Schedule;
import nth.proof.stage.StageException;
import nth.proof.verdict.Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Exit code 0: every promise held; 1: one was broken; 2: it could not be tried. */
@Command(
    name = "ordeal",
    description =
        "Breaks a running cluster on this machine in many ways, and tells what came of it.",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = 2)
final class OrdealCommand implements Callable<Integer> {

  @Mixin private StageMixin stage = new StageMixin();
  @Spec private CommandSpec spec;

  @Option(names = "--seed", description = "The same seed strikes the same faults.")
  private @Nullable Long seed;

  @Option(names = "--faults", defaultValue = "40", description = "How many; ${DEFAULT-VALUE}.")
  private int faults;

  @Option(names = "--only", split = ",", description = "These kinds; all of them if not given.")
  private List<String> only = List.of();

  @Option(
      names = "--warm-up",
      defaultValue = "30",
      description = "Seconds in which people enter before the first fault; ${DEFAULT-VALUE}.")
  private int warmUpSeconds;

  @Option(
      names = "--pause",
      defaultValue = "2",
      description = "Seconds from the recovery to the next fault; ${DEFAULT-VALUE}.")
  private int pauseSeconds;

  @Option(
      names = "--entries",
      defaultValue = "0",
      description = "It goes on until so many were accepted.")
  private long entries;

  @Option(
      names = "--rate",
      defaultValue = "300",
      description = "People who press per second; ${DEFAULT-VALUE}.")
  private int rate;

  @Option(
      names = "--finale",
      description = "People who press per second after the last fault, until --entries; as --rate.")
  private @Nullable Integer finale;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    long drawn = seed == null ? ThreadLocalRandom.current().nextLong(1_000_000) : seed;
    Ordeal ordeal =
        new Ordeal(
            stage.folder(),
            stage.options(),
            null,
            Schedule.draw(drawn, faults, kinds()),
            CrowdSettings.of(drawn, rate),
            new Ordeal.Length(
                Duration.ofSeconds(warmUpSeconds),
                Duration.ofSeconds(pauseSeconds),
                entries,
                finale == null ? rate : finale),
            out);
    try {
      Report report = ordeal.run();
      report.write(stage.folder());
      unavailable().forEach(kind -> out.println(kind + " cannot be done on this machine."));
      out.print(report.text());
      out.flush();
      return report.holds() ? 0 : 1;
    } catch (StageException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 2;
    } catch (RuntimeException e) {
      spec.commandLine().getErr().println("The harness failed: " + e);
      keep(ordeal.outcomes());
      return 2;
    }
  }

  private void keep(List<Outcome> outcomes) {
    if (outcomes.isEmpty()) {
      return;
    }
    try {
      Path file = stage.folder().resolve("outcomes.txt");
      Files.write(file, outcomes.stream().map(Outcome::toString).toList());
    } catch (IOException e) {
      spec.commandLine().getErr().println("Nor can the outcomes be written: " + e);
    }
  }

  private List<Kind> kinds() {
    if (only.isEmpty()) {
      return Arrays.stream(Kind.values()).filter(Kind::isAvailable).toList();
    }
    return only.stream().map(this::kind).toList();
  }

  private Kind kind(String text) {
    try {
      return Kind.of(text);
    } catch (IllegalArgumentException unknown) {
      String known = Arrays.stream(Kind.values()).map(Kind::text).collect(Collectors.joining(", "));
      throw new ParameterException(
          spec.commandLine(), text + " is no kind of fault; there are " + known);
    }
  }

  private static List<String> unavailable() {
    return Arrays.stream(Kind.values()).filter(k -> !k.isAvailable()).map(Kind::text).toList();
  }
}
