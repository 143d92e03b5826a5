package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.PromotionView;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.Winner;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;

/** Reads {@code nth.winners} and {@code nth.promotions}. */
final class NoticeRecord {

  /** A newer nth has written it: to pass it over could keep a win from its winner. */
  static final class UnknownForm extends RuntimeException {
    UnknownForm(String form) {
      super("a record of the form " + form);
    }
  }

  private NoticeRecord() {}

  /**
   * @return empty if there is nothing to tell
   * @throws IllegalArgumentException or a JacksonException if it is no record of this topic
   * @throws UnknownForm if it may be one, in a form that is not known here
   */
  static Optional<Notice> read(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null || record.value() == null) {
      throw new IllegalArgumentException("key and value must be there");
    }
    if (record.topic().equals(Topics.WINNERS.name())) {
      Winner winner = value(Topics.WINNERS, Winner.TYPE, record);
      checkKey(record, winner.eventId());
      return Optional.of(Notice.of(winner, record.value()));
    }
    PromotionView view = value(Topics.PROMOTIONS, PromotionView.TYPE, record);
    checkKey(record, view.eventId());
    return switch (view.phase()) {
      case DEFINED -> Optional.empty();
      case CLOSED -> Optional.of(Notice.of(view, record.value()));
    };
  }

  private static <V> V value(Topic<V> topic, String type, ConsumerRecord<byte[], byte[]> record) {
    JsonNode tree = Json.tolerant().readTree(record.value());
    String form = tree.path("type").asString("") + " v" + tree.path("v").asInt(0);
    if (tree.isObject() && !form.equals(type + " v" + Json.VERSION)) {
      throw new UnknownForm(form);
    }
    return topic.value().deserializer().deserialize(topic.name(), record.value());
  }

  private static void checkKey(ConsumerRecord<byte[], byte[]> record, EventId event) {
    if (!Arrays.equals(record.key(), event.value().getBytes(UTF_8))) {
      throw new IllegalArgumentException("the key is not the event_id");
    }
  }
}
