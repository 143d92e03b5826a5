package nth.sequencer.operator;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.UserId;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Reads a command line, runs the command it names and says how that ended. */
public final class Operator {

  /** The jar itself: without a command it is the service. */
  @Command(
      name = "sequencer.jar",
      synopsisSubcommandLabel = "COMMAND",
      mixinStandardHelpOptions = false,
      description = {
        "Without a command: the line, as a service. With one: what an operator asks.",
        ""
      },
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:done, and all is well",
        "1:done, and something is violated",
        "2:not done: wrong input, or a part that does not answer"
      },
      footer = {
        "",
        "Commands take the settings of the service: from its environment,",
        "as SPRING_KAFKA_BOOTSTRAP_SERVERS=kafka:9092 SPRING_DATASOURCE_URL=…,",
        "from java -Dspring.kafka.bootstrap-servers=kafka:9092 -jar …, or from",
        "an application.yml beside it. The broker is localhost:9092 otherwise."
      })
  private static final class Jar implements Runnable {
    @Spec private CommandSpec spec;

    @CommandLine.Option(
        names = {"-h", "--help"},
        usageHelp = true,
        scope = CommandLine.ScopeType.INHERIT,
        description = "Says what a command does and takes.")
    private boolean help;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "which command?");
    }
  }

  private final CommandLine line;

  private Operator(List<?> commands) {
    line = new CommandLine(new Jar());
    commands.forEach(line::addSubcommand);
    line.setExecutionStrategy(Operator::execute);
    line.setExecutionExceptionHandler(failures());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(EventId.class, checked(EventId::new));
    line.registerConverter(UserId.class, checked(UserId::new));
    line.registerConverter(Position.class, checked(Position::parse));
  }

  /** Says the rule that a value breaks, and nothing about Java. */
  private static <T> ITypeConverter<T> checked(Function<String, T> reading) {
    return text -> {
      try {
        return reading.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  /** Whether the arguments name a command and are not options of the service. */
  public static boolean isAsked(String... args) {
    return args.length > 0
        && (!args[0].startsWith("-") || args[0].equals("-h") || args[0].equals("--help"));
  }

  /**
   * @param commands each an {@link OperatorCommand}, or the class of one
   */
  public static Operator onConsole(List<?> commands) {
    return new Operator(commands);
  }

  /** One that prints elsewhere. */
  public static Operator with(List<?> commands, PrintWriter out, PrintWriter err) {
    Operator operator = new Operator(commands);
    operator.line.setOut(out).setErr(err);
    return operator;
  }

  /** Runs the command to its end and returns its exit code. */
  public int run(String... args) {
    int code = line.execute(args);
    line.getOut().flush();
    line.getErr().flush();
    return code;
  }

  private static int execute(ParseResult parsed) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    List<CommandLine> named = parsed.asCommandLineList();
    CommandLine last = named.get(named.size() - 1);
    Object command = last.getCommand();
    if (!(command instanceof OperatorCommand asked)) {
      throw new ParameterException(last, "which command?");
    }
    try (Installation installation = Installation.open()) {
      return asked.run(installation);
    } catch (Throwable e) {
      // An Error, too: picocli would end with 1, which says that something is violated.
      throw new CommandLine.ExecutionException(last, String.valueOf(e.getMessage()), e);
    }
  }

  /** One line for what an operator can do something about; the whole trace of a fault of ours. */
  private static IExecutionExceptionHandler failures() {
    return (failure, line, parsed) -> {
      // picocli hands over an Error in its wrapping only.
      boolean wrapped = failure instanceof CommandLine.ExecutionException;
      Throwable reason = wrapped && failure.getCause() != null ? failure.getCause() : failure;
      Complaint complaint = Complaint.about(reason);
      line.getErr().println(complaint.sentence());
      if (!complaint.expected()) {
        reason.printStackTrace(line.getErr());
      }
      return ExitCodes.NOT_DONE;
    };
  }
}
