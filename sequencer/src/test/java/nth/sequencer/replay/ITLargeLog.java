package nth.sequencer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.sequencer.SequencerApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log much larger than the audit's memory for one entry after the other. {@code
 * -Dit.test=ITLargeLog -Dnth.audit.commands=10000000} runs it with as many as the audit promises.
 */
class ITLargeLog {

  private static final long COMMANDS = Long.getLong("nth.audit.commands", 100_000);

  @TempDir Path folder;

  @Test
  void auditInLittleMemory_passes() throws Exception {
    try (RealBroker broker = RealParts.broker()) {
      try (BulkLog log = new BulkLog(broker.bootstrapServers())) {
        log.write(COMMANDS, folder.resolve("people"));
      }
      long began = System.nanoTime();
      try (JavaProcess audit = audit(broker.bootstrapServers())) {
        await().atMost(Duration.ofHours(1)).until(() -> !audit.isAlive());
        assertThat(audit.awaitExit()).as(audit.output()).isZero();
        double seconds = (System.nanoTime() - began) / 1e9;
        System.out.printf(
            "Audited %,d commands in %.1f s, %,.0f a second%n%s%n",
            COMMANDS, seconds, COMMANDS / seconds, audit.output());
        assertThat(audit.output()).contains("holds, without Postgres");
      }
      assertThat(leftOver()).isEmpty();
    }
  }

  private JavaProcess audit(String bootstrapServers) throws IOException {
    Path output = Files.createFile(folder.resolve("output"));
    return JavaProcess.start(
        List.of(
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            SequencerApplication.class.getName(),
            "audit",
            "--no-database",
            "--work-dir=" + folder.resolve("work")),
        Map.of("SPRING_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers),
        output);
  }

  private List<Path> leftOver() throws IOException {
    try (var files = Files.list(folder.resolve("work"))) {
      return files.toList();
    }
  }
}
