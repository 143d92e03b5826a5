package nth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StreamsCommandTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --streams 0                | --streams must be 1 or more.
          --streams 5 --rounds 0     | --rounds must be 1 or more.
          --rounds 3 --laps 4        | --laps must be 1 or more, and at most --rounds.
          --kind loud                | --kind must be public, personal or both.
          --streams 5 --jars nowhere | notifier-exec.jar is missing: build it with mvn -DskipTests package.
          """)
  void wrongInput_isOneLine_andNoVerdict(String arguments, String sentence) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new Proof())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(("streams " + arguments).split(" "));

    assertThat(exitCode).isEqualTo(2);
    assertThat(out).hasToString("VERDICT  not reached\n");
    assertThat(err.toString().strip()).endsWith(sentence).doesNotContain("\n");
  }
}
