package nth.proof.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditRunTest {

  @TempDir private Path folder;

  @Test
  void exitCodeAndOutput_areKept() throws Exception {
    AuditRun run = run(Duration.ofSeconds(60), "echo one; echo $NTH_PARTITIONS; exit 1");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.holds()).isFalse();
    assertThat(Files.readAllLines(run.output())).containsExactly("one", "2");
  }

  @Test
  void auditThatTakesTooLong_isEnded() throws InterruptedException {
    AuditRun run = run(Duration.ofMillis(100), "exec sleep 60");

    assertThat(run.exitCode()).isEqualTo(AuditRun.UNFINISHED);
    assertThat(run.holds()).isFalse();
  }

  private AuditRun run(Duration patience, String script) throws InterruptedException {
    List<String> command = List.of("sh", "-c", script);
    return AuditRun.run(command, Map.of("NTH_PARTITIONS", "2"), folder, patience);
  }
}
