package nth.sequencer.topology;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import nth.contract.Json;
import nth.sequencer.domain.Closed;
import nth.sequencer.domain.Promotion;
import nth.sequencer.domain.Retired;
import nth.sequencer.domain.Running;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Format 1: strict JSON. What it looks like is said here, so that the domain need not know. Format
 * 2 is the same of a retired promotion, which a sequencer that knows none must not read as anything
 * else.
 */
final class PromotionFormat {

  private static final JsonMapper MAPPER =
      Json.strict().rebuild().addMixIn(Promotion.class, Phases.class).build();
  private static final ObjectWriter WRITER = MAPPER.writerFor(Promotion.class);
  private static final ObjectReader READER = MAPPER.readerFor(Promotion.class);

  /** An unknown promotion is never stored. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "phase")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Running.class, name = "running"),
    @JsonSubTypes.Type(value = Closed.class, name = "closed"),
    @JsonSubTypes.Type(value = Retired.class, name = "retired")
  })
  private interface Phases {}

  private PromotionFormat() {}

  static Serde<Promotion> serde() {
    return Serdes.serdeFrom((topic, promotion) -> write(promotion), (topic, bytes) -> read(bytes));
  }

  private static byte[] write(Promotion promotion) {
    var bytes = new ByteArrayOutputStream();
    bytes.write(promotion instanceof Retired ? Format.TWO : Format.ONE);
    WRITER.writeValue(bytes, promotion);
    return bytes.toByteArray();
  }

  private static Promotion read(byte[] bytes) {
    ByteBuffer value = Format.open(Stores.PROMOTIONS, bytes, Format.TWO);
    return READER.readValue(bytes, value.position(), value.remaining());
  }
}
