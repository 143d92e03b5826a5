package nth.sequencer.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Base64;
import nth.contract.Json;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A record of {@code nth.entries} in a copy: one line of JSON. Bytes are a string where they are
 * UTF-8, else {@code {"base64": "…"}}.
 *
 * @param time its append time, milliseconds
 */
record CopiedRecord(
    long offset, long time, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {

  private static final String BASE64 = "base64";

  static CopiedRecord of(ConsumerRecord<byte[], byte[]> record) {
    return new CopiedRecord(
        record.offset(), record.timestamp(), record.key(), record.value(), record.headers());
  }

  String line() {
    ObjectNode node = Json.strict().createObjectNode();
    node.put("offset", offset);
    node.put("time", time);
    node.set("key", node(key));
    node.set("value", node(value));
    ArrayNode all = node.putArray("headers");
    for (Header header : headers) {
      all.addArray().add(header.key()).add(node(header.value()));
    }
    return node.toString();
  }

  static CopiedRecord parse(String line) {
    JsonNode node = Json.strict().readTree(line);
    var headers = new RecordHeaders();
    for (JsonNode header : node.required("headers")) {
      headers.add(header.required(0).asString(), bytes(header.required(1)));
    }
    return new CopiedRecord(
        node.required("offset").asLong(),
        node.required("time").asLong(),
        bytes(node.required("key")),
        bytes(node.required("value")),
        headers);
  }

  private static JsonNode node(byte @Nullable [] bytes) {
    var nodes = Json.strict().getNodeFactory();
    if (bytes == null) {
      return nodes.nullNode();
    }
    String text = new String(bytes, UTF_8);
    return Arrays.equals(text.getBytes(UTF_8), bytes)
        ? nodes.stringNode(text)
        : nodes.objectNode().put(BASE64, Base64.getEncoder().encodeToString(bytes));
  }

  private static byte @Nullable [] bytes(JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    return node.isString()
        ? node.asString().getBytes(UTF_8)
        : Base64.getDecoder().decode(node.required(BASE64).asString());
  }
}
