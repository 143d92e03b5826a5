package nth.proof;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands of this module. */
@Command(
    name = "proof",
    description = "What nth claims, tried on the running system.",
    mixinStandardHelpOptions = true,
    subcommands = {
      BrokerCommand.class,
      StageCommand.class,
      CrowdCommand.class,
      OrdealCommand.class,
      UpgradeCommand.class,
      MemoryCommand.class,
      StreamsCommand.class,
      BareServerCommand.class
    })
public final class Proof implements Runnable {

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Proof()).execute(args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command.");
  }
}
