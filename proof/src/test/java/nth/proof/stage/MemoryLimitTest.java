package nth.proof.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLimitTest {

  private static final int KILLED = 128 + 9;

  /** Only a system that gives this process a memory cgroup of its own can say. */
  @Test
  @Tag("O-67")
  void processBeyondItsLimit_isKilled_andCounted(@TempDir Path folder) throws Exception {
    String name = "nth-test-" + ProcessHandle.current().pid();
    Optional<MemoryLimit> possible = MemoryLimit.of(32L << 20, name);
    Assumptions.assumeTrue(possible.isPresent(), "This process may make no memory cgroup.");
    try (MemoryLimit limit = possible.orElseThrow()) {
      // It keeps all that is no line yet.
      List<String> greedy = List.of("sh", "-c", "head -c 200000000 /dev/zero | tail -n 1");
      Program program = new Program(limit.around(greedy), Map.of(), folder, "TERM");

      int exitCode = program.prepare().start().waitFor();

      assertThat(exitCode).isIn(KILLED, 0); // Of the shell, which may live on.
      assertThat(limit.kills()).isPositive();
    }
  }
}
