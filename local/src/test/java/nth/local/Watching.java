package nth.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import nth.contract.Json;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/** What {@code deploy} has for those who watch: the alerts, their tests, the dashboard. */
final class Watching {

  static final Path PROMETHEUS = Path.of("..", "deploy", "prometheus").toAbsolutePath().normalize();
  private static final Path DASHBOARD = Path.of("..", "deploy", "grafana", "nth.json");

  private Watching() {}

  /**
   * @param waits whether it fires only after a while
   * @param runbook a document of this repository, and a section in it
   */
  record Alert(String name, String expression, boolean waits, String summary, String runbook) {}

  static List<Alert> alerts() {
    return list(yaml("alerts.yml").get("groups"))
        .flatMap(group -> list(group.get("rules")))
        .map(Watching::alert)
        .toList();
  }

  private static Alert alert(Map<String, Object> rule) {
    Map<String, Object> notes = map(rule.get("annotations"));
    return new Alert(
        String.valueOf(rule.get("alert")),
        String.valueOf(rule.get("expr")),
        rule.containsKey("for"),
        String.valueOf(notes.get("summary")),
        String.valueOf(notes.get("runbook")));
  }

  /**
   * What is expected of an alert.
   *
   * @param expression which asks for those that fire, or are pending
   * @param found whether the alert is one of them
   */
  record Expectation(String expression, boolean found) {}

  static List<Expectation> expectations() {
    return list(yaml("alerts-test.yml").get("tests"))
        .flatMap(test -> list(test.get("promql_expr_test")))
        .map(
            test ->
                new Expectation(
                    String.valueOf(test.get("expr")),
                    list(test.get("exp_samples")).findAny().isPresent()))
        .toList();
  }

  /** With a minute in place of what Grafana fills in. */
  static List<String> dashboard() {
    JsonNode root;
    try {
      root = Json.tolerant().readTree(Files.readString(DASHBOARD));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return elements(root.path("panels"))
        .flatMap(panel -> elements(panel.path("targets")))
        .map(target -> target.path("expr").asString().replace("$__rate_interval", "1m"))
        .toList();
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static Map<String, Object> yaml(String name) {
    try (InputStream file = Files.newInputStream(PROMETHEUS.resolve(name))) {
      return map(new Yaml().load(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Map<String, Object>> list(Object value) {
    return ((List<?>) value).stream().map(Watching::map);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }
}
