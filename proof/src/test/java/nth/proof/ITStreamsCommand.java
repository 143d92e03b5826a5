package nth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/**
 * A short run of the command {@code streams}; the README has a long one. What is judged has so much
 * room that only something broken misses it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ITStreamsCommand {

  private static final int STREAMS = 500;
  private static final int ROUNDS = 2;
  private static final double MOST_KB = 300;
  private static final double LONGEST_STOP_SECONDS = 20;

  // Kept, for whoever must find out what went wrong.
  private final Path folder = Path.of("target", "streams");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private int exitCode;

  @BeforeAll
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void run() {
    String arguments =
        "streams --laps 1 --streams %d --rounds %d --folder %s".formatted(STREAMS, ROUNDS, folder);
    exitCode =
        new CommandLine(new Proof())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.split(" "));
    System.out.print(out);
  }

  @Test
  void run_comesToAVerdict() {
    assertThat(err).hasToString("");
    assertThat(exitCode).as("0: met, 1: missed").isIn(0, 1);
    assertThat(lines("VERDICT"))
        .containsExactly(exitCode == 0 ? "VERDICT  aims met" : "VERDICT  aims missed");
  }

  @Test
  void everyListener_hearsEveryRound_fromBothSides() {
    for (String kind : List.of("public", "personal")) {
      for (String side : List.of("nth", "bare")) {
        assertThat(lines(kind + " .*" + side + " .*the first who hears it"))
            .singleElement()
            .asString()
            .endsWith(" " + STREAMS * ROUNDS);
        assertThat(lines(kind + " .*" + side + " .* to close"))
            .singleElement()
            .asString()
            .endsWith(" " + STREAMS);
      }
    }
  }

  @Test
  void nobodyIsRefused_andMemoryIsTold() {
    assertThat(lines("(public|personal) (nth|bare), lap 1 +\\d+\\.\\d\\ds +0 +0")).hasSize(4);
    assertThat(lines("(nth|bare) idle( +\\d+\\.\\d){2}")).hasSize(2);
    assertThat(lines("(public|personal) (nth|bare), lap 1( +-?\\d+\\.\\d){6}")).hasSize(4);
    assertThat(figure("each stream +(.*) KB beyond the idle process, at most 30: .*"))
        .isLessThan(MOST_KB);
  }

  // O-35
  @Test
  void stoppedNotifier_endsItsStreamsAndItself() {
    assertThat(figure("nth ends (.*)s after SIGTERM with 500 streams open, exit code 143"))
        .isLessThan(LONGEST_STOP_SECONDS);
  }

  @Test
  void nothingItStarted_isLeft() throws IOException {
    try (Stream<Path> parts = Files.list(folder)) {
      List<Path> pids = parts.map(part -> part.resolve("pid")).filter(Files::exists).toList();

      assertThat(pids).hasSize(3);
      for (Path pid : pids) {
        long number = Long.parseLong(Files.readAllLines(pid).get(0));
        assertThat(ProcessHandle.of(number).filter(ProcessHandle::isAlive))
            .as(pid.toString())
            .isEmpty();
      }
    }
  }

  private double figure(String pattern) {
    assertThat(lines(pattern)).hasSize(1);
    return Double.parseDouble(lines(pattern).get(0).replaceFirst(pattern, "$1"));
  }

  private List<String> lines(String pattern) {
    return out.toString().lines().filter(line -> line.matches(pattern + ".*")).toList();
  }
}
