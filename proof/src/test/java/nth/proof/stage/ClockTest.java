package nth.proof.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import nth.contract.fixtures.Tools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration STEP = Duration.ofSeconds(90);

  @TempDir Path folder;

  @Test
  void steppedClock_isSeenByTheRunningProcess_whoseWaitsStayWhatTheyAre() throws Exception {
    Tools.require("faketime");
    Clock clock = new Clock(folder);
    clock.step(Duration.ZERO);
    List<String> arguments =
        List.of("-cp", System.getProperty("java.class.path"), Waits.class.getName());
    Part process =
        new Part(
            new PartId(Role.INGRESS, 1),
            Program.java(arguments, clock.environment(), folder),
            () -> true);
    process.start();
    try {
      await().atMost(LIMIT).until(() -> !lines().isEmpty());
      clock.step(STEP);
      await().atMost(LIMIT).until(() -> ahead().compareTo(STEP.dividedBy(2)) > 0);
      clock.step(STEP.negated());
      await().atMost(LIMIT).until(() -> ahead().isNegative());
    } finally {
      process.kill9();
    }
    // A few seconds of fifty milliseconds each; without the right setting it is tens of thousands.
    assertThat(lines()).hasSizeLessThan(5_000);
  }

  private Duration ahead() throws IOException {
    List<String> lines = lines();
    long told = Long.parseLong(lines.get(lines.size() - 1));
    return Duration.ofMillis(told - System.currentTimeMillis());
  }

  /** Without one that is just being written. */
  private List<String> lines() throws IOException {
    String text = Files.readString(folder.resolve("output.log"));
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }
}
