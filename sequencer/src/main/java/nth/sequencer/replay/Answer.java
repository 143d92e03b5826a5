package nth.sequencer.replay;

import nth.contract.Json;
import nth.contract.Position;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A record of {@code nth.results} as it is, known only as JSON: what it says is not taken from the
 * types that wrote it.
 */
record Answer(ConsumerRecord<byte[], byte[]> record, JsonNode value, Position position) {

  /** Null if it is no JSON object with a position. */
  static @Nullable Answer read(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return null;
    }
    try {
      JsonNode value = Json.tolerant().readTree(record.value());
      String position = value.path("position").stringValue("");
      return new Answer(record, value, Position.parse(position));
    } catch (JacksonException | IllegalArgumentException e) {
      return null;
    }
  }

  String event() {
    return text("event_id");
  }

  String type() {
    return text("type");
  }

  String text(String member) {
    return value.path(member).stringValue("");
  }

  long number(String member) {
    return value.path(member).asLong(0);
  }

  boolean flag(String member) {
    return value.path(member).asBoolean(false);
  }

  /** Whether it is the effect itself and no repetition. */
  boolean isEffect() {
    return text("position").equals(text("original_position"));
  }

  String where() {
    return Findings.place(record);
  }
}
