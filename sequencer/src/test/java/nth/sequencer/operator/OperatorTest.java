package nth.sequencer.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import nth.contract.EventId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

class OperatorTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Ends as its option says. */
  @Command(name = "sample", description = "Ends as it is told.")
  static final class Sample implements OperatorCommand {
    @Spec private CommandSpec spec;

    @Option(names = "--end")
    private String end = "well";

    @Option(names = "--event")
    private EventId event;

    @Override
    public int run(Installation installation) {
      return switch (end) {
        case "well" -> told(installation);
        case "violated" -> ExitCodes.VIOLATED;
        case "broken" -> throw new NoClassDefFoundError("nth/Part");
        case "stopped" -> throw new CannotGoOn("It is Sunday.");
        default -> throw new IllegalStateException("a fault");
      };
    }

    private int told(Installation installation) {
      spec.commandLine().getOut().println(installation.topics().partitions() + " " + event);
      return ExitCodes.HOLDS;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "audit, true",
    "audi, true",
    "-h, true",
    "--help, true",
    "--server.port=8084, false",
    "--spring.profiles.active=production, false"
  })
  void commandsAndOptionsOfTheService_areToldApart(String first, boolean command) {
    assertThat(Operator.isAsked(first, "--event=x")).isEqualTo(command);
    assertThat(Operator.isAsked()).isFalse();
  }

  @Test
  void command_hasTheSettingsOfTheService_andNothingElseIsPrinted() {
    assertThat(run("sample", "--event", "opening")).isZero();
    assertThat(out.toString()).isEqualTo("1 opening" + System.lineSeparator());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void violation_isExitCode1() {
    assertThat(run("sample", "--end=violated")).isEqualTo(1);
  }

  @Test
  void commandThatCannotGoOn_saysWhyInOneLine() {
    assertThat(run("sample", "--end=stopped")).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("It is Sunday." + System.lineSeparator());
  }

  @Test
  void faultOfOurs_isNoViolation_andShowsItsTrace() {
    assertThat(run("sample", "--end=badly")).isEqualTo(2);
    assertThat(err.toString()).contains("a fault of nth").contains("at nth.sequencer.operator");
  }

  @Test
  void error_isNoViolation_andShowsItsTrace() {
    assertThat(run("sample", "--end=broken")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("This is a fault of nth: java.lang.NoClassDefFoundError: nth/Part")
        .contains("at nth.sequencer.operator");
  }

  @Test
  void settingThatCannotBe_saysWhichInOneLine() {
    System.setProperty("nth.partitions", "many");
    try {
      assertThat(run("sample")).isEqualTo(2);
    } finally {
      System.clearProperty("nth.partitions");
    }
    assertThat(err.toString().lines()).singleElement().asString().contains("nth.partitions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampel", "sample --nonsense", "sample --event=UPPER", "sample --end"})
  void wrongInput_isExitCode2(String line) {
    assertThat(run(line.split(" "))).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isNotEmpty();
  }

  @Test
  void help_namesTheCommands() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("sample", "SPRING_KAFKA_BOOTSTRAP_SERVERS");
  }

  private int run(String... arguments) {
    return Operator.with(List.of(Sample.class), new PrintWriter(out), new PrintWriter(err))
        .run(arguments);
  }
}
