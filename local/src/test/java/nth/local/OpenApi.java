package nth.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import nth.contract.Json;
import nth.web.fixtures.Heard;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A document that says what an application answers, and whether an answer is as it says. */
final class OpenApi {

  /** In place of an operation. */
  static final String ELSEWHERE = "elsewhere";

  /** Of HTTP itself, of CORS, and what the framework adds to a refusal. */
  private static final Pattern NOT_OURS =
      Pattern.compile(
          "content-(type|length)|transfer-encoding|connection|date|accept(-.*)?|vary"
              + "|access-control-.*");

  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  /** What was asked: headers by name. */
  record Asked(String method, String path, Map<String, String> headers, String body) {
    String plainPath() {
      return path.replaceFirst("\\?.*", "");
    }
  }

  private final String text;
  private final JsonNode document;
  private final SchemaRegistry schemas = SchemaRegistry.withDialect(Dialects.getOpenApi31());

  private OpenApi(String text) {
    this.text = text;
    this.document = Json.strict().readTree(text);
  }

  static OpenApi of(String app) {
    try (InputStream in = OpenApi.class.getResourceAsStream("/openapi/" + app + ".json")) {
      return new OpenApi(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text() {
    return text;
  }

  /** Like {@code PUT /events/{event_id}}. */
  Set<String> operations() {
    Set<String> operations = new TreeSet<>();
    for (var path : document.path("paths").properties()) {
      path.getValue().propertyNames().stream()
          .filter(METHODS::contains)
          .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey()));
    }
    return operations;
  }

  /** Like {@code PUT /events/{event_id} 201}. */
  Set<String> answers() {
    Set<String> answers = new TreeSet<>();
    for (String operation : operations()) {
      operation(operation)
          .path("responses")
          .propertyNames()
          .forEach(status -> answers.add(operation + " " + status));
    }
    return answers;
  }

  /** All codes of all problems. */
  Set<String> codes() {
    Set<String> codes = new TreeSet<>();
    document
        .findValues("code")
        .forEach(code -> code.path("enum").forEach(value -> codes.add(value.asString())));
    return codes;
  }

  /** Whether some problem of that status may have that code. */
  boolean allows(int status, String code) {
    return document.findParents("code").stream()
        .filter(properties -> properties.path("status").path("const").asInt() == status)
        .flatMap(properties -> properties.path("code").path("enum").valueStream())
        .anyMatch(value -> value.asString().equals(code));
  }

  /** What was asked, as {@link #operations()} calls it; elsewhere it is none of them. */
  String named(Asked asked) {
    return operations().stream()
        .filter(operation -> matches(operation, asked))
        .findFirst()
        .orElse(ELSEWHERE);
  }

  private static boolean matches(String operation, Asked asked) {
    String[] parts = operation.split(" ");
    String path =
        Stream.of(parts[1].split("\\{[a-z_]+}", -1))
            .map(Pattern::quote)
            .reduce((left, right) -> left + "[^/]+" + right)
            .orElseThrow();
    return parts[0].equals(asked.method()) && asked.plainPath().matches(path);
  }

  private JsonNode operation(String name) {
    String[] parts = name.split(" ");
    return document.path("paths").path(parts[1]).path(parts[0].toLowerCase(Locale.ROOT));
  }

  /** How the answer, and where it is a success the question, differs from what is written. */
  List<String> faults(Asked asked, Heard answer) {
    String name = named(asked);
    boolean known = !name.equals(ELSEWHERE);
    JsonNode responses = known ? operation(name).path("responses") : document.path("x-elsewhere");
    JsonNode response = resolved(responses.path(Integer.toString(answer.status())));
    List<String> faults = new ArrayList<>();
    if (response.isMissingNode()) {
      faults.add("status " + answer.status() + " is not documented");
    } else {
      checkHeaders(response.path("headers"), answer, faults);
      checkContent(response.path("content"), answer, faults);
    }
    if (known && answer.status() < 300) {
      checkQuestion(name, asked, faults);
    }
    return faults.stream().map(fault -> name + " " + answer.status() + ": " + fault).toList();
  }

  private void checkHeaders(JsonNode written, Heard answer, List<String> faults) {
    Set<String> known = new TreeSet<>();
    for (var header : written.properties()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      known.add(name);
      JsonNode rule = resolved(header.getValue());
      List<String> values = answer.headers().getOrDefault(name, List.of());
      if (!values.isEmpty()) {
        check(rule.path("schema"), typed(rule, String.join(", ", values)), name, faults);
      } else if (rule.path("required").asBoolean(false)) {
        faults.add(name + " is missing");
      }
    }
    answer.headers().keySet().stream()
        .filter(name -> !known.contains(name) && !NOT_OURS.matcher(name).matches())
        .forEach(name -> faults.add(name + " is not documented"));
  }

  private void checkContent(JsonNode content, Heard answer, List<String> faults) {
    String type = answer.header("content-type").replaceFirst(";.*", "");
    if (content.isMissingNode() || content.path(type).isMissingNode()) {
      if (!content.isMissingNode() || !answer.body().isEmpty()) {
        faults.add("content of type '" + type + "' is not documented");
      }
    } else if (type.equals("text/event-stream")) {
      checkFrames(content.path(type).path("x-frames"), answer.body(), faults);
    } else {
      JsonNode body =
          type.endsWith("json")
              ? answer.json()
              : JsonNodeFactory.instance.stringNode(answer.body());
      check(content.path(type).path("schema"), body, "body", faults);
    }
  }

  private void checkFrames(JsonNode written, String stream, List<String> faults) {
    for (String frame : stream.split("\n\n")) {
      String event = Frames.field(frame, "event");
      String id = Frames.field(frame, "id");
      if (!id.matches("\\d*")) {
        faults.add("id of a frame is no offset");
      }
      if (!written.has(event)) {
        faults.add("frame '" + event + "' is not documented");
      } else {
        JsonNode data = Json.strict().readTree(Frames.field(frame, "data"));
        check(written.path(event).path("schema"), data, event, faults);
      }
    }
  }

  private void checkQuestion(String name, Asked asked, List<String> faults) {
    Set<String> known = new TreeSet<>(Set.of("accept", "content-type"));
    document
        .path("components")
        .path("securitySchemes")
        .forEach(
            scheme ->
                known.add(scheme.path("name").asString("authorization").toLowerCase(Locale.ROOT)));
    for (JsonNode parameter : operation(name).path("parameters")) {
      JsonNode rule = resolved(parameter);
      String header = rule.path("name").asString();
      known.add(header.toLowerCase(Locale.ROOT));
      String value = asked.headers().get(header);
      if (value != null) {
        check(rule.path("schema"), typed(rule, value), header, faults);
      }
    }
    asked.headers().keySet().stream()
        .filter(header -> !known.contains(header.toLowerCase(Locale.ROOT)))
        .forEach(header -> faults.add("the question's " + header + " is not documented"));
    JsonNode body = operation(name).path("requestBody");
    if (!asked.body().isEmpty()) {
      JsonNode schema = body.path("content").path("application/json").path("schema");
      check(schema, Json.strict().readTree(asked.body()), "the question", faults);
    } else if (body.path("required").asBoolean(false)) {
      faults.add("the question has no body");
    }
  }

  private static JsonNode typed(JsonNode rule, String value) {
    boolean number = rule.path("schema").path("type").asString("").equals("integer");
    return number && value.matches("\\d{1,18}")
        ? JsonNodeFactory.instance.numberNode(Long.parseLong(value))
        : JsonNodeFactory.instance.stringNode(value);
  }

  /** The schema alone, with all that it may refer to. */
  private void check(JsonNode schema, JsonNode value, String what, List<String> faults) {
    if (!schema.isObject()) {
      faults.add(what + " has no schema");
      return;
    }
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("components", document.path("components"));
    schemas.getSchema(whole).validate(value).forEach(error -> faults.add(what + ": " + error));
  }

  private JsonNode resolved(JsonNode node) {
    String reference = node.path("$ref").asString("");
    return reference.isEmpty() ? node : document.at(JsonPointer.compile(reference.substring(1)));
  }
}
