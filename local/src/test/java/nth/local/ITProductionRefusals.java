package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.fixtures.JavaProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The executable jars with the profile production and the settings of a laptop. */
class ITProductionRefusals {

  private static final int EX_CONFIG = 78;
  private static final List<String> CLUSTER =
      List.of("nth.replication-factor must", "spring.kafka.security.protocol must");

  private static final Map<String, List<String>> OWN =
      Map.of(
          "ingress", List.of("nth.identity.trusted-proxies must", "nth.admin.token must"),
          "notifier", List.of("nth.identity.trusted-proxies must"),
          "sequencer", List.of());

  @TempDir Path folder;

  /** No broker and no database are needed: nothing is asked for before this. */
  @Test
  void eachApplication_saysInOneLineEach_whatItDoesNotStartWith() {
    Map<String, JavaProcess> running = new TreeMap<>();
    OWN.keySet().forEach(app -> running.put(app, launch(app)));
    running.forEach(this::assertRefused);
  }

  private void assertRefused(String app, JavaProcess process) {
    try (process) {
      assertThat(process.awaitExit()).as(app).isEqualTo(EX_CONFIG);
      List<String> lines = process.output().lines().map(String::strip).toList();
      for (List<String> refusals : List.of(CLUSTER, OWN.get(app))) {
        for (String refusal : refusals) {
          assertThat(lines).as(app).filteredOn(line -> line.startsWith(refusal)).hasSize(1);
        }
      }
      assertThat(lines).as(app).noneMatch(line -> line.startsWith("at "));
      assertThat(lines).as(app).noneMatch(line -> line.contains("bootstrap"));
    }
  }

  private JavaProcess launch(String app) {
    Path jar = Path.of("..", app, "target", app + "-exec.jar");
    return JavaProcess.start(
        List.of("-jar", jar.toString(), "--spring.profiles.active=production"),
        Map.of(),
        folder.resolve(app + ".log"));
  }
}
