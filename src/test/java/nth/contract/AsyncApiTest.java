package nth.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.fixtures.Samples;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What readers of topics are told: that it is what is written, no more and no less. */
class AsyncApiTest {

  private static final JsonNode DOCUMENT = document();
  private static final JsonNode SCHEMAS = DOCUMENT.at("/components/schemas");
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /** One message with one of its examples. */
  record Example(JsonNode message, JsonNode given) {

    String name() {
      return given.get("name").asString();
    }

    JsonNode payload() {
      return given.get("payload");
    }

    String schema() {
      return last(message.at("/payload/$ref"));
    }

    @Override
    public String toString() {
      return name();
    }
  }

  static Stream<Example> examples() {
    return DOCUMENT
        .at("/components/messages")
        .valueStream()
        .flatMap(
            message ->
                message.path("examples").valueStream().map(given -> new Example(message, given)));
  }

  @Test
  void everyGoldenFile_isAnExample_once() throws IOException {
    try (var files = Files.list(Path.of("test/resources/golden"))) {
      List<String> golden =
          files.map(file -> file.getFileName().toString().replace(".json", "")).toList();
      assertThat(examples().map(Example::name)).containsExactlyInAnyOrderElementsOf(golden);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_isTheGoldenFile_andFitsItsSchema(Example example) throws IOException {
    assertThat(example.payload()).isEqualTo(golden(example.name()));
    assertThat(faults(example.schema(), example.payload())).isEmpty();
    assertThat(example.message().at("/headers/properties/type/const"))
        .isEqualTo(example.payload().get("type"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void eachMember_isDescribed_andNoneIsMissed(Example example) {
    Set<String> described =
        Set.copyOf(SCHEMAS.at("/" + example.schema() + "/properties").propertyNames());
    assertThat(described).containsAll(example.payload().propertyNames());
    for (String name : example.payload().propertyNames()) {
      var without = (ObjectNode) example.payload().deepCopy();
      without.remove(name);
      boolean mayBeMissing = example.schema().equals("Refused") && name.equals("user_id");
      assertThat(faults(example.schema(), without).isEmpty()).as(name).isEqualTo(mayBeMissing);
      without.put(name, true);
      boolean isATruth = example.payload().get(name).isBoolean();
      assertThat(faults(example.schema(), without).isEmpty()).as(name).isEqualTo(isATruth);
    }
  }

  @Test
  void nothingIsDescribed_thatIsNeverWritten() {
    Map<String, Set<String>> written = new TreeMap<>();
    examples()
        .forEach(
            example ->
                written
                    .computeIfAbsent(example.schema(), schema -> new TreeSet<>())
                    .addAll(example.payload().propertyNames()));
    written.forEach(
        (schema, members) ->
            assertThat(SCHEMAS.at("/" + schema + "/properties").propertyNames())
                .as(schema)
                .containsExactlyInAnyOrderElementsOf(members));
  }

  @Test
  void headers_areThoseOfTheRecord() {
    assertThat(headers("winner_determined"))
        .isEqualTo(map(nth.contract.Headers.of(Samples.WINNER)));
    assertThat(headers("promotion_state_closed"))
        .isEqualTo(map(nth.contract.Headers.of(Samples.FINISHED)));
    assertThat(headers("entry_numbered")).isEqualTo(map(nth.contract.Headers.of(Samples.NUMBERED)));
    assertThat(headers("submit_entry")).isEqualTo(map(nth.contract.Headers.of(Samples.SUBMIT)));

    var letter =
        DeadLetter.of(
            null,
            new byte[0],
            new RecordHeaders(),
            new DeadLetter.Source("nth.entries", 0, 7, -1),
            DeadLetterReason.MISSING_KEY,
            "no key");
    assertThat(DOCUMENT.at("/components/messages/deadLetter/headers/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(map(letter.headers()).keySet());
  }

  @Test
  void channels_areTheTopics_withTheirSettings() {
    assertThat(DOCUMENT.get("channels").valueStream().map(c -> c.get("address").asString()))
        .containsExactlyInAnyOrderElementsOf(Topics.ALL.stream().map(Topic::name).toList());
    for (Topic<?> topic : Topics.ALL) {
      JsonNode channel = channel(topic);
      JsonNode said = channel.at("/bindings/kafka/topicConfiguration");
      assertThat(said.size()).isPositive();
      said.propertyStream()
          .forEach(
              setting ->
                  assertThat(text(setting.getValue()))
                      .as("%s of %s", setting.getKey(), topic.name())
                      .isEqualTo(topic.config().get(setting.getKey())));
    }
  }

  @Test
  void words_areThoseOfTheCode() {
    assertThat(words("/components/schemas/CloseCause"))
        .isEqualTo(wires(CloseCause.values(), CloseCause::wire));
    assertThat(words("/components/schemas/CountMode"))
        .isEqualTo(wires(CountMode.values(), CountMode::wire));
    assertThat(words("/components/schemas/Refused/properties/reason"))
        .isEqualTo(wires(RefusalReason.values(), RefusalReason::wire));
    assertThat(words("/components/messages/deadLetter/headers/properties/nth-reason"))
        .isEqualTo(wires(DeadLetterReason.values(), DeadLetterReason::wire));
  }

  private static List<String> faults(String schema, JsonNode payload) {
    var whole = Json.strict().createObjectNode();
    whole.put("$ref", "#/components/schemas/" + schema);
    whole.set("components", DOCUMENT.get("components"));
    return REGISTRY.getSchema(whole).validate(payload).stream().map(Object::toString).toList();
  }

  private static Map<String, String> headers(String name) {
    JsonNode given =
        examples().filter(e -> e.name().equals(name)).findFirst().orElseThrow().given();
    return given
        .get("headers")
        .propertyStream()
        .collect(Collectors.toMap(Map.Entry::getKey, header -> header.getValue().asString()));
  }

  private static Map<String, String> map(Headers headers) {
    return Arrays.stream(headers.toArray())
        .collect(Collectors.toMap(h -> h.key(), h -> new String(h.value(), UTF_8)));
  }

  private static JsonNode channel(Topic<?> topic) {
    return DOCUMENT
        .get("channels")
        .valueStream()
        .filter(channel -> channel.get("address").asString().equals(topic.name()))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> words(String place) {
    return DOCUMENT
        .at(place)
        .get("enum")
        .valueStream()
        .map(JsonNode::asString)
        .collect(Collectors.toSet());
  }

  private static <E> Set<String> wires(E[] values, java.util.function.Function<E, String> wire) {
    return Arrays.stream(values).map(wire).collect(Collectors.toSet());
  }

  private static String text(JsonNode setting) {
    return setting.isArray()
        ? setting.valueStream().map(JsonNode::asString).collect(Collectors.joining(","))
        : setting.asString();
  }

  private static String last(JsonNode reference) {
    String path = reference.asString();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static JsonNode golden(String name) throws IOException {
    return read("/golden/" + name + ".json");
  }

  private static JsonNode document() {
    try {
      return read("/asyncapi/nth.json");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static JsonNode read(String name) throws IOException {
    try (InputStream file = AsyncApiTest.class.getResourceAsStream(name)) {
      assertThat(file).as(name).isNotNull();
      return Json.strict().readTree(file);
    }
  }
}
