package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import nth.contract.Json;
import tools.jackson.databind.JsonNode;

/** The output of a process whose logs are structured. */
final class JsonLines {

  private JsonLines() {}

  /** Fails unless each line is a JSON object without control characters, and there are some. */
  static List<JsonNode> of(String output) {
    List<JsonNode> lines = JvmWarnings.without(output).stream().map(JsonLines::read).toList();
    assertThat(lines).isNotEmpty();
    return lines;
  }

  private static JsonNode read(String line) {
    assertThat(line).startsWith("{").endsWith("}").doesNotContainPattern("\\p{Cntrl}");
    return Json.strict().readTree(line);
  }
}
