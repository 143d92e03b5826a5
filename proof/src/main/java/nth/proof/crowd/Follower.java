package nth.proof.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import nth.contract.CommittedReads;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads committed results as they come, and notes when, of which command, and what they looked
 * like: one that was seen must never change or vanish.
 */
public final class Follower implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final String PROMOTION_CLOSED = "promotion_closed";

  private final Set<EventId> closed = ConcurrentHashMap.newKeySet();
  private final Sightings sightings = new Sightings();
  private final Thread thread = new Thread(this::follow, "follower");
  private final String bootstrapServers;
  private volatile boolean running = true;
  private volatile @Nullable RuntimeException fault;

  private Follower(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    thread.setDaemon(true);
  }

  public static Follower start(String bootstrapServers) {
    Follower follower = new Follower(bootstrapServers);
    follower.thread.start();
    return follower;
  }

  private void follow() {
    Map<String, Object> base = Map.of("bootstrap.servers", bootstrapServers);
    // A dead broker must not hide for long that the others go on.
    Map<String, Object> own =
        Map.of(
            "request.timeout.ms", 2000,
            "fetch.max.wait.ms", 100,
            "socket.connection.setup.timeout.ms", 1000,
            "reconnect.backoff.max.ms", 200,
            "metadata.max.age.ms", 5000);
    try (var consumer = new KafkaConsumer<byte[], byte[]>(CommittedReads.settings(base, own))) {
      List<TopicPartition> all = partitionsOf(consumer);
      consumer.assign(all);
      consumer.seekToBeginning(all);
      while (running && !all.isEmpty()) {
        consumer.poll(POLL).forEach(this::note);
      }
    } catch (RuntimeException e) {
      fault = e;
    }
  }

  /** Waits until there is a broker and such a topic. */
  private List<TopicPartition> partitionsOf(KafkaConsumer<byte[], byte[]> consumer) {
    String topic = Topics.RESULTS.name();
    while (running) {
      try {
        var found = consumer.listTopics(PATIENCE).get(topic);
        if (found != null) {
          return found.stream().map(p -> new TopicPartition(topic, p.partition())).toList();
        }
      } catch (TimeoutException e) {
        // The first broker is still on its way.
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    return List.of();
  }

  private void note(ConsumerRecord<byte[], byte[]> record) {
    String position = Headers.text(record.headers(), Headers.POSITION);
    long command = position == null ? -1 : Position.parse(position).offset();
    if (PROMOTION_CLOSED.equals(Headers.text(record.headers(), Headers.TYPE))) {
      closed.add(new EventId(new String(record.key(), UTF_8)));
    }
    sightings.note(record.partition(), Timeline.nanos(), record.offset(), command, record.value());
  }

  /** Whether the end of that promotion is committed. */
  boolean hasSeenClosed(EventId event) {
    return closed.contains(event);
  }

  public Sightings sightings() {
    return sightings;
  }

  /** Why it does not read any more, if so. */
  public Optional<RuntimeException> fault() {
    return Optional.ofNullable(fault);
  }

  @Override
  public void close() {
    running = false;
    try {
      thread.join(Duration.ofSeconds(10).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
