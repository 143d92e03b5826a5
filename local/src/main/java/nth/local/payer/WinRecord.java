package nth.local.payer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import nth.contract.Json;
import nth.contract.Topics;
import nth.contract.Winner;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;

/** Reads {@code nth.winners}. */
final class WinRecord {

  /** A newer nth has written it: to guess what it means could pay the wrong person. */
  static final class UnknownForm extends RuntimeException {
    UnknownForm(String what) {
      super(what);
    }
  }

  private WinRecord() {}

  /**
   * @throws IllegalArgumentException or a JacksonException if it is no win
   * @throws UnknownForm if it may be one, in a form that is not known here
   */
  static Winner read(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null || record.value() == null) {
      throw new IllegalArgumentException("key and value must be there");
    }
    JsonNode tree = Json.tolerant().readTree(record.value());
    String form = tree.path("type").asString("") + " v" + tree.path("v").asInt(0);
    if (tree.isObject() && !form.equals(Winner.TYPE + " v" + Json.VERSION)) {
      throw new UnknownForm("a record of the form " + form);
    }
    Winner winner =
        Topics.WINNERS.value().deserializer().deserialize(record.topic(), record.value());
    if (!Arrays.equals(record.key(), winner.eventId().value().getBytes(UTF_8))) {
      throw new IllegalArgumentException("the key is not the event_id");
    }
    return winner;
  }
}
