package nth.sequencer.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import java.time.Instant;
import nth.contract.DeadLetter;
import nth.contract.Headers;
import nth.contract.Json;
import nth.sequencer.operator.Escaped;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A record of {@code nth.dead-letters}. */
record Letter(ConsumerRecord<byte[], byte[]> record) {

  private static final int BEGINNING = 200;
  private static final String UNKNOWN = "?";

  long offset() {
    return record.offset();
  }

  DeadLetter.Source source() {
    return DeadLetter.Source.of(record.headers())
        .orElse(new DeadLetter.Source(UNKNOWN, 0, 0, record.timestamp()));
  }

  String reason() {
    return said(DeadLetter.REASON);
  }

  /** Of the value before it was cut. */
  String length() {
    return said(DeadLetter.LENGTH);
  }

  /** Whether it still is what was received. */
  boolean isWhole() {
    byte[] value = requireNonNullElse(record.value(), new byte[0]);
    return said(DeadLetter.SHA256).equals(DeadLetter.sha256(value))
        && length().equals(Integer.toString(value.length));
  }

  private String said(String header) {
    return requireNonNullElse(Headers.text(record.headers(), header), UNKNOWN);
  }

  /** For people: three lines without any character that could do something to a terminal. */
  String inWords() {
    DeadLetter.Source source = source();
    return """
        %d  %s  %s: %s
            from %s-%d at %d, appended %s, key %s, %s bytes, sha256 %s
            %s
        """
        .formatted(
            offset(),
            Instant.ofEpochMilli(record.timestamp()),
            Escaped.of(reason()),
            Escaped.of(said(DeadLetter.DETAIL)),
            Escaped.of(source.topic()),
            source.partition(),
            source.offset(),
            Instant.ofEpochMilli(source.timestamp()),
            Escaped.of(record.key(), BEGINNING),
            Escaped.of(length()),
            Escaped.of(said(DeadLetter.SHA256)),
            Escaped.of(record.value(), BEGINNING));
  }

  /** For programs: one line of JSON. */
  String inJson() {
    DeadLetter.Source source = source();
    ObjectNode node = Json.strict().createObjectNode();
    node.put("offset", offset());
    node.put("at", Instant.ofEpochMilli(record.timestamp()).toString());
    node.put("source_topic", source.topic());
    node.put("source_partition", source.partition());
    node.put("source_offset", source.offset());
    node.put("source_appended_at", Instant.ofEpochMilli(source.timestamp()).toString());
    node.put("reason", reason());
    node.put("detail", said(DeadLetter.DETAIL));
    node.put("length", length());
    node.put("sha256", said(DeadLetter.SHA256));
    node.put("key", text(record.key()));
    node.put("beginning", text(record.value()));
    return node.toString();
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, 0, Math.min(bytes.length, BEGINNING), UTF_8);
  }
}
