package nth.ingress;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import nth.app.LogReader;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@code nth.promotions} says, as far as this instance has read it. */
final class Promotions implements LogReader.Handler {

  private static final Logger log = LoggerFactory.getLogger(Promotions.class);

  private final Map<EventId, PromotionView> views = new ConcurrentHashMap<>();
  private final Runnable unreadable;

  /**
   * @param unreadable called for every record that makes no sense and is skipped
   */
  Promotions(Runnable unreadable) {
    this.unreadable = unreadable;
  }

  Optional<PromotionView> find(EventId eventId) {
    return Optional.ofNullable(views.get(eventId));
  }

  Collection<PromotionView> all() {
    return views.values();
  }

  @Override
  public void handle(int partition, List<ConsumerRecord<byte[], byte[]>> records, long next) {
    records.forEach(this::take);
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      skip(record, "no value");
      return;
    }
    try {
      PromotionView view =
          Topics.PROMOTIONS.value().deserializer().deserialize(record.topic(), record.value());
      views.put(view.eventId(), view);
    } catch (RuntimeException e) {
      skip(record, e.getMessage());
    }
  }

  private void skip(ConsumerRecord<byte[], byte[]> record, String why) {
    log.warn("Skipped {}-{}@{}: {}", record.topic(), record.partition(), record.offset(), why);
    unreadable.run();
  }
}
