package nth.contract;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** JSON as nth writes and reads it: snake_case, fields in declared order, nothing guessed. */
public final class Json {

  /** The {@code v} of every record. */
  public static final int VERSION = 1;

  private static final int MAX_DEPTH = 16;
  private static final JsonMapper STRICT = strictMapper();
  private static final JsonMapper TOLERANT = tolerantMapper();

  private Json() {}

  /** Refuses unknown and missing members, duplicate keys, coercion and trailing content. */
  public static JsonMapper strict() {
    return STRICT;
  }

  /** Ignores unknown members, as a reader of results must; otherwise strict. */
  public static JsonMapper tolerant() {
    return TOLERANT;
  }

  /**
   * Values of one wire type.
   *
   * @param type the sealed root of the type, so that {@code type} is written and read
   */
  public static <T> Serde<T> serde(Class<T> type) {
    ObjectWriter writer = STRICT.writerFor(type);
    ObjectReader reader = TOLERANT.readerFor(type);
    Serializer<T> serializer = (topic, value) -> writer.writeValueAsBytes(value);
    Deserializer<T> deserializer = (topic, bytes) -> reader.readValue(bytes);
    return Serdes.serdeFrom(serializer, deserializer);
  }

  private static JsonMapper strictMapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    return JsonMapper.builder(factory)
        .addModule(Instants.module())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }

  private static JsonMapper tolerantMapper() {
    return STRICT
        .rebuild()
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .build();
  }
}
