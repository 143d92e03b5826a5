package nth.contract;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record put aside on {@code nth.dead-letters}: key, value and headers as received, cut to {@link
 * #MAX_BYTES} in all, and headers that say where it stood and why it is here. {@code nth-length}
 * and {@code nth-sha256} are of the value before the cut.
 */
public record DeadLetter(
    byte @Nullable [] key,
    byte @Nullable [] value,
    org.apache.kafka.common.header.Headers headers) {

  /** Of key, value and received headers together. */
  public static final int MAX_BYTES = 64 * 1024;

  public static final String REASON = "nth-reason";
  public static final String DETAIL = "nth-detail";
  public static final String LENGTH = "nth-length";
  public static final String SHA256 = "nth-sha256";
  private static final String SOURCE_TOPIC = "nth-source-topic";
  private static final String SOURCE_PARTITION = "nth-source-partition";
  private static final String SOURCE_OFFSET = "nth-source-offset";
  private static final String SOURCE_TIMESTAMP = "nth-source-timestamp";
  private static final List<String> OWN =
      List.of(
          SOURCE_TOPIC,
          SOURCE_PARTITION,
          SOURCE_OFFSET,
          SOURCE_TIMESTAMP,
          REASON,
          DETAIL,
          LENGTH,
          SHA256);
  private static final int MAX_DETAIL = 500;

  /**
   * Where the record was read.
   *
   * @param timestamp of the record, milliseconds
   */
  public record Source(String topic, int partition, long offset, long timestamp) {

    /** As the headers of a dead letter say it; empty where they are not such headers. */
    public static Optional<Source> of(org.apache.kafka.common.header.Headers headers) {
      try {
        return Optional.of(
            new Source(
                requireNonNull(Headers.text(headers, SOURCE_TOPIC)),
                Integer.parseInt(Headers.text(headers, SOURCE_PARTITION)),
                Long.parseLong(Headers.text(headers, SOURCE_OFFSET)),
                Long.parseLong(Headers.text(headers, SOURCE_TIMESTAMP))));
      } catch (NumberFormatException | NullPointerException e) {
        return Optional.empty();
      }
    }
  }

  public static DeadLetter of(
      byte @Nullable [] key,
      byte @Nullable [] value,
      org.apache.kafka.common.header.Headers received,
      Source source,
      DeadLetterReason reason,
      String detail) {
    int room = MAX_BYTES;
    byte[] cutKey = cut(key, room);
    room -= length(cutKey);
    byte[] cutValue = cut(value, room);
    room -= length(cutValue);
    var headers = new RecordHeaders();
    for (Header header : received) {
      room -= header.key().length() + length(header.value());
      if (room < 0) {
        break;
      }
      headers.add(header);
    }
    describe(headers, value, source, reason, detail);
    return new DeadLetter(cutKey, cutValue, headers);
  }

  /** Of those headers, the ones that were received: without what tells why it is here. */
  public static org.apache.kafka.common.header.Headers received(
      org.apache.kafka.common.header.Headers headers) {
    var received = new RecordHeaders(headers);
    OWN.forEach(received::remove);
    return received;
  }

  private static void describe(
      RecordHeaders headers,
      byte @Nullable [] value,
      Source source,
      DeadLetterReason reason,
      String detail) {
    headers
        .add(SOURCE_TOPIC, Headers.bytes(source.topic()))
        .add(SOURCE_PARTITION, Headers.bytes(Integer.toString(source.partition())))
        .add(SOURCE_OFFSET, Headers.bytes(Long.toString(source.offset())))
        .add(SOURCE_TIMESTAMP, Headers.bytes(Long.toString(source.timestamp())))
        .add(REASON, Headers.bytes(reason.wire()))
        .add(DETAIL, Headers.bytes(shortened(detail)))
        .add(LENGTH, Headers.bytes(Integer.toString(length(value))))
        .add(SHA256, Headers.bytes(sha256(requireNonNullElse(value, new byte[0]))));
  }

  private static String shortened(String detail) {
    return detail.length() <= MAX_DETAIL ? detail : detail.substring(0, MAX_DETAIL);
  }

  private static byte @Nullable [] cut(byte @Nullable [] bytes, int room) {
    return bytes == null || bytes.length <= room ? bytes : Arrays.copyOf(bytes, room);
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  /** As {@code nth-sha256} has it. */
  public static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
