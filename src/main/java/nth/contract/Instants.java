package nth.contract;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** The one spelling of a time: UTC with exactly three digits of a second, years 1970 to 9999. */
final class Instants {

  private static final DateTimeFormatter WIRE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final Instant END = Instant.parse("9999-12-31T23:59:59.999Z");

  private Instants() {}

  /**
   * @throws IllegalArgumentException if the time has no spelling here
   */
  static void check(@Nullable Instant time, String name) {
    if (time == null) {
      return;
    }
    if (!time.truncatedTo(ChronoUnit.MILLIS).equals(time)) {
      throw new IllegalArgumentException(name + " must not be finer than a millisecond");
    }
    if (time.isBefore(Instant.EPOCH) || time.isAfter(END)) {
      throw new IllegalArgumentException(name + " must lie in the years 1970 to 9999");
    }
  }

  static SimpleModule module() {
    return new SimpleModule("nth-instants")
        .addSerializer(Instant.class, new Writer())
        .addDeserializer(Instant.class, new Reader());
  }

  private static final class Writer extends StdScalarSerializer<Instant> {
    Writer() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant time, JsonGenerator out, SerializationContext context) {
      out.writeString(WIRE.format(time));
    }
  }

  private static final class Reader extends StdScalarDeserializer<Instant> {
    Reader() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser in, DeserializationContext context) {
      String text = in.getValueAsString();
      try {
        return WIRE.parse(text, Instant::from);
      } catch (RuntimeException e) {
        return (Instant)
            context.handleWeirdStringValue(
                Instant.class, String.valueOf(text), "a time is written 2027-03-28T10:00:00.000Z");
      }
    }
  }
}
