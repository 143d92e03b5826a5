package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RehearsalTest {

  @TempDir private Path folder;

  @Test
  void rehearsal_succeedsInSilence_andLeavesNothing(CapturedOutput output) {
    new Rehearsal(folder.resolve("state")).run();

    assertThat(folder.resolve("state")).isEmptyDirectory();
    assertThat(output).doesNotContain("rehearsed").doesNotContain("ERROR");
  }

  /** All entries, the definition, and the end that the last number brings. */
  @Test
  void everything_isDecided() {
    assertThat(Rehearsal.decideIn(folder.resolve("stage"))).isEqualTo(Rehearsal.PEOPLE + 2);
  }

  @Test
  void whatAKilledOneLeft_isCleanedUp() throws Exception {
    Path state = folder.resolve("state");
    Files.createDirectories(state.resolve("rehearsal").resolve("nth-sequencer").resolve("0_0"));

    new Rehearsal(state).run();

    assertThat(state).isEmptyDirectory();
  }

  @Test
  void rehearsalThatCannotBe_isTold_andHarmsNothing(CapturedOutput output) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    new Rehearsal(file).run();

    assertThat(output).contains("The line could not be rehearsed and may be slow at first");
  }
}
