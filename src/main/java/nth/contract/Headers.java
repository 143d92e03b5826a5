package nth.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Record headers: what a reader may know without parsing the value. */
public final class Headers {

  public static final String TYPE = "type";
  public static final String POSITION = "position";
  public static final String DEDUP_ID = "dedup_id";

  /** Only ingress writes it: this command was accepted, so it must be decided. */
  public static final String VERSION = "nth-v";

  /** W3C's; on what is traced only, and nothing depends on it. */
  public static final String TRACE = "traceparent";

  private Headers() {}

  public static org.apache.kafka.common.header.Headers of(Command command) {
    return new RecordHeaders()
        .add(TYPE, bytes(command.type()))
        .add(VERSION, bytes(Integer.toString(command.version())));
  }

  public static org.apache.kafka.common.header.Headers of(Result result) {
    return named(result.type(), result.origin().position());
  }

  public static org.apache.kafka.common.header.Headers of(Winner winner) {
    return named(Winner.TYPE, winner.position()).add(DEDUP_ID, bytes(winner.dedupId()));
  }

  public static org.apache.kafka.common.header.Headers of(PromotionView view) {
    return named(PromotionView.TYPE, view.position());
  }

  /** The text of the last header of that name, or null. */
  public static @Nullable String text(org.apache.kafka.common.header.Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
  }

  private static org.apache.kafka.common.header.Headers named(String type, Position position) {
    return new RecordHeaders().add(TYPE, bytes(type)).add(POSITION, bytes(position.toString()));
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
