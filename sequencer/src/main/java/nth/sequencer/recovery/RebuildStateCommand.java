package nth.sequencer.recovery;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import nth.sequencer.operator.CannotGoOn;
import nth.sequencer.operator.ExitCodes;
import nth.sequencer.operator.Installation;
import nth.sequencer.operator.OperatorCommand;
import nth.sequencer.topology.LineStopped;
import nth.sequencer.topology.StateRebuild;
import nth.sequencer.topology.StreamsSettings;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes the state of the line anew where its changelog topics are gone. */
@Command(
    name = "rebuild-state",
    description = {
      "Makes the state of the line anew from nth.entries where its changelog topics are gone.",
      "Publishes nothing; compares everything with what was published before it changes anything."
    })
public final class RebuildStateCommand implements OperatorCommand {

  @Spec private CommandSpec spec;

  @Option(
      names = "--discard",
      description = "Also where a state is there: it is deleted once its successor is known good.")
  private boolean discard;

  @Override
  public int run(Installation installation) throws Exception {
    Layout.check(installation);
    checkNobodyRuns(installation);
    var rebuild =
        new StateRebuild(
            installation.admin(),
            installation.topics(),
            installation.consumer(),
            installation.producer());
    if (rebuild.isThere() && !discard) {
      throw new CannotGoOn(
          "The state is there, nothing was done: start the sequencer. If that state must not be"
              + " used, --discard makes it anew.");
    }
    report(rebuild(installation, rebuild));
    return ExitCodes.HOLDS;
  }

  private static List<StateRebuild.Part> rebuild(Installation installation, StateRebuild rebuild)
      throws Exception {
    Path folder = emptyFolder(installation);
    try {
      return rebuild.run(
          folder,
          Boolean.parseBoolean(installation.setting("nth.sequencer.accept-create-time")),
          () -> checkNobodyRuns(installation));
    } catch (LineStopped e) {
      throw new CannotGoOn(e.getMessage(), e);
    } finally {
      FileSystemUtils.deleteRecursively(folder);
    }
  }

  private static void checkNobodyRuns(Installation installation)
      throws ExecutionException, InterruptedException {
    Instances.checkNoneIn(StreamsSettings.APPLICATION_ID, installation.admin());
  }

  /** Beside the working copy of the line: what is built is as large. */
  private static Path emptyFolder(Installation installation) throws IOException {
    String stateDir = installation.setting("nth.sequencer.state-dir");
    return Files.createTempDirectory(
        Files.createDirectories(Path.of(String.valueOf(stateDir))), "rebuild-");
  }

  private void report(List<StateRebuild.Part> parts) {
    PrintWriter out = spec.commandLine().getOut();
    parts.forEach(
        part ->
            out.printf(
                "nth.entries-%d: the state reaches up to offset %d, as what was published does%n",
                part.partition(), part.next() - 1));
    out.println("The state is made anew. Start the sequencer.");
  }
}
