package nth.ingress;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
  private final List<Progress> progress;
  private final Runnable unreadable;

  /**
   * @param unreadable called for every record that makes no sense and is skipped
   */
  Promotions(int partitions, Runnable unreadable) {
    this.progress = Stream.generate(Progress::new).limit(partitions).toList();
    this.unreadable = unreadable;
  }

  Optional<PromotionView> find(EventId eventId) {
    return Optional.ofNullable(views.get(eventId));
  }

  Collection<PromotionView> all() {
    return views.values();
  }

  /** Whether everything below that offset has been read, and if not yet, is within that time. */
  CompletableFuture<Boolean> reached(int partition, long offset, Duration within) {
    return progress.get(partition).reached(offset, within);
  }

  @Override
  public void handle(int partition, List<ConsumerRecord<byte[], byte[]>> records, long next) {
    records.forEach(this::take);
    progress.get(partition).moved(next);
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

  /** How far one partition has been read, and who waits for more. */
  private static final class Progress {
    private final TreeMap<Long, CompletableFuture<Boolean>> waiting = new TreeMap<>();
    private long next;

    synchronized CompletableFuture<Boolean> reached(long offset, Duration within) {
      if (next >= offset) {
        return CompletableFuture.completedFuture(true);
      }
      waiting.values().removeIf(CompletableFuture::isDone);
      return waiting.computeIfAbsent(
          offset,
          absent ->
              new CompletableFuture<Boolean>()
                  .completeOnTimeout(false, within.toMillis(), TimeUnit.MILLISECONDS));
    }

    void moved(long to) {
      List<CompletableFuture<Boolean>> arrived;
      synchronized (this) {
        next = to;
        var below = waiting.headMap(to, true);
        arrived = List.copyOf(below.values());
        below.clear();
      }
      arrived.forEach(waiter -> waiter.complete(true));
    }
  }
}
