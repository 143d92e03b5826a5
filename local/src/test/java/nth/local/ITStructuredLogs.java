package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nth.contract.fixtures.JavaProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Structured logs of starts that fail; {@link ITTracing} looks at those of one that does not. */
class ITStructuredLogs {

  private static final int EX_CONFIG = 78;

  @TempDir Path folder;

  @Test
  void startThatFails_isToldInJson_whateverTheSettingContains() {
    try (JavaProcess refused = launch("ingress", "SPRING_PROFILES_ACTIVE", "production");
        JavaProcess bad = launch("notifier", "NTH_NOTIFIER_HEARTBEAT", "\u001b[31m\r\n{\"a\":1}")) {

      assertThat(refused.awaitExit()).isEqualTo(EX_CONFIG);
      assertThat(message(JsonLines.of(refused.output())))
          .contains("nth.replication-factor must", "nth.admin.token must");
      assertThat(bad.awaitExit()).isNotZero();
      assertThat(message(JsonLines.of(bad.output())))
          .contains("nth.notifier.heartbeat", "\u001b[31m\r\n{\"a\":1}");
    }
  }

  /** Of the line that says why. */
  private static String message(List<JsonNode> lines) {
    return lines.stream()
        .filter(line -> line.path("log").path("level").asString("").equals("ERROR"))
        .map(line -> line.path("message").asString(""))
        .reduce("", String::concat);
  }

  private JavaProcess launch(String app, String name, String value) {
    Path jar = Path.of("..", app, "target", app + "-exec.jar");
    return JavaProcess.start(
        List.of("-jar", jar.toString()),
        Map.of("LOGGING_STRUCTURED_FORMAT_CONSOLE", "ecs", name, value),
        folder.resolve(app + ".log"));
  }
}
