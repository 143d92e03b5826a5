package nth.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** What the bytes of a record on {@code nth.entries} turn out to be. */
public sealed interface CommandReading {

  <T> T on(Cases<T> cases);

  /** One function per kind of reading. */
  interface Cases<T> {
    T readable(Readable reading);

    T unreadable(Unreadable reading);

    T unsupported(Unsupported reading);
  }

  /** A command to decide. */
  record Readable(Command command) implements CommandReading {
    @Override
    public <T> T on(Cases<T> cases) {
      return cases.readable(this);
    }
  }

  /** A dead letter: it can never be a command. */
  record Unreadable(DeadLetterReason reason, String detail) implements CommandReading {
    @Override
    public <T> T on(Cases<T> cases) {
      return cases.unreadable(this);
    }
  }

  /** Accepted by a newer ingress than this reader: it had its 202 and must not be dropped. */
  record Unsupported(String detail) implements CommandReading {
    @Override
    public <T> T on(Cases<T> cases) {
      return cases.unsupported(this);
    }
  }

  /**
   * @param fromIngress whether the record carries ingress's header {@link Headers#VERSION}
   * @param partition where the record stands, of {@code partitions}
   */
  static CommandReading of(
      byte @Nullable [] key,
      byte @Nullable [] value,
      boolean fromIngress,
      int partition,
      int partitions) {
    if (key == null) {
      return new Unreadable(DeadLetterReason.MISSING_KEY, "the key must be the event_id");
    }
    if (value == null) {
      return new Unreadable(DeadLetterReason.MISSING_VALUE, "the value must be a command");
    }
    if (value.length > Topics.MAX_COMMAND_BYTES) {
      return new Unreadable(DeadLetterReason.TOO_LARGE, value.length + " bytes");
    }
    CommandReading reading = parse(value, fromIngress);
    return reading instanceof Readable readable
        ? placed(readable, key, partition, partitions)
        : reading;
  }

  private static CommandReading parse(byte[] value, boolean fromIngress) {
    try {
      JsonNode tree = Json.strict().readTree(value);
      if (!tree.isObject()) {
        return new Unreadable(DeadLetterReason.INVALID_JSON, "not a JSON object");
      }
      if (!known(tree)) {
        return unknown("type " + tree.get("type") + ", v " + tree.get("v"), fromIngress);
      }
      return new Readable(Json.strict().treeToValue(tree, Command.class));
    } catch (UnrecognizedPropertyException e) {
      return unknown("field " + e.getPropertyName(), fromIngress);
    } catch (JacksonException e) {
      return new Unreadable(DeadLetterReason.INVALID_JSON, e.getOriginalMessage());
    }
  }

  private static boolean known(JsonNode tree) {
    JsonNode type = tree.path("type");
    JsonNode version = tree.path("v");
    return type.isString()
        && Command.TYPES.contains(type.asString())
        && version.isInt()
        && version.asInt() == Json.VERSION;
  }

  private static CommandReading unknown(String what, boolean fromIngress) {
    return fromIngress
        ? new Unsupported("unknown " + what)
        : new Unreadable(DeadLetterReason.UNKNOWN_COMMAND, "unknown " + what);
  }

  private static CommandReading placed(
      Readable readable, byte[] key, int partition, int partitions) {
    EventId eventId = readable.command().eventId();
    if (!Arrays.equals(key, eventId.value().getBytes(UTF_8))) {
      return new Unreadable(DeadLetterReason.KEY_MISMATCH, "the key is not the event_id");
    }
    int home = Partitions.of(eventId, partitions);
    return home == partition
        ? readable
        : new Unreadable(
            DeadLetterReason.WRONG_PARTITION, "found in " + partition + ", belongs in " + home);
  }
}
