package nth.sequencer.recovery;

import java.io.PrintWriter;
import nth.contract.PartitionReader;
import nth.sequencer.operator.ExitCodes;
import nth.sequencer.operator.Installation;
import nth.sequencer.operator.OperatorCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists what was put aside. */
@Command(
    name = "dead-letters",
    description = "Lists nth.dead-letters: what could not be read, where it stood and why.")
public final class DeadLettersCommand implements OperatorCommand {

  @Spec private CommandSpec spec;

  @Option(
      names = "--from",
      paramLabel = "OFFSET",
      description = "The first offset in nth.dead-letters; by default the oldest one kept.")
  private long from;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many; by default 100.")
  private long limit = 100;

  @Option(names = "--json", description = "One line of JSON each.")
  private boolean json;

  @Override
  public int run(Installation installation) throws Exception {
    Layout.check(installation);
    PrintWriter out = spec.commandLine().getOut();
    long shown = 0;
    try (PartitionReader letters = Letters.from(installation, from)) {
      for (; shown < limit && letters.hasNext(); shown++) {
        var letter = new Letter(letters.next());
        out.print(json ? letter.inJson() + "\n" : letter.inWords());
      }
      if (!json) {
        out.printf("%d dead letters%s%n", shown, letters.hasNext() ? more(letters) : "");
      }
    }
    return ExitCodes.HOLDS;
  }

  private static String more(PartitionReader letters) {
    return ", and more: --from " + letters.peek().offset();
  }
}
