package nth.proof.crowd;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import nth.contract.CommittedReads;
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

  private static final int ARRIVED = 0;
  private static final int OFFSET = 1;
  private static final int COMMAND = 2;
  private static final int FINGERPRINT = 3;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Map<Integer, Rows> partitions = new HashMap<>();
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
    note(record.partition(), Timeline.nanos(), record.offset(), command, record.value());
  }

  synchronized void note(int partition, long at, long offset, long command, byte[] value) {
    partitions
        .computeIfAbsent(partition, p -> new Rows(4))
        .add(at, offset, command, fingerprint(value));
  }

  /** For tests: one who was told, not one who reads. */
  static Follower told() {
    return new Follower("");
  }

  private static long fingerprint(byte[] value) {
    CRC32C sum = new CRC32C();
    sum.update(value);
    return sum.getValue() << 32 ^ Arrays.hashCode(value);
  }

  /** Why it does not read any more, if so. */
  public Optional<RuntimeException> fault() {
    return Optional.ofNullable(fault);
  }

  public synchronized int seen() {
    return partitions.values().stream().mapToInt(Rows::size).sum();
  }

  /** When the first result of this partition came after this moment. */
  public Optional<Instant> firstResultAfter(int partition, Instant moment) {
    return first(partition, moment, command -> true).map(Timeline::at);
  }

  /** The same of any partition. */
  public Optional<Instant> firstResultAfter(Instant moment) {
    return partitions()
        .mapToObj(p -> firstResultAfter(p, moment))
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** Those in which it saw something. */
  public synchronized IntStream partitions() {
    return List.copyOf(partitions.keySet()).stream().mapToInt(Integer::intValue);
  }

  private synchronized Optional<Long> first(int partition, Instant moment, LongPredicate command) {
    Rows rows = partitions.getOrDefault(partition, new Rows(4));
    int from = rows.firstAtLeast(ARRIVED, Timeline.nanos(moment));
    return IntStream.range(from, rows.size())
        .filter(row -> command.test(rows.get(row, COMMAND)))
        .mapToObj(row -> rows.get(row, ARRIVED))
        .findFirst();
  }

  /**
   * How long it took until an entry that was sent after the strike was decided, in the partition
   * where that took longest. Partitions that nobody entered do not count.
   *
   * @param until entries sent later do not count either
   * @return empty if it never was, in some partition, or nobody entered at all
   */
  public Optional<Duration> recovery(Journal journal, Instant struck, Instant until) {
    long from = Timeline.nanos(struck);
    long to = Timeline.nanos(until);
    List<Optional<Long>> decided = new ArrayList<>();
    for (int partition : journal.lastAccepted().keySet()) {
      long[] first = {Long.MAX_VALUE};
      journal.eachAccepted(
          partition,
          (sent, answered, offset) -> {
            if (sent > from && sent <= to) {
              first[0] = Math.min(first[0], offset);
            }
          });
      if (first[0] != Long.MAX_VALUE) {
        decided.add(first(partition, struck, command -> command >= first[0]));
      }
    }
    if (decided.isEmpty() || decided.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    long slowest = decided.stream().flatMap(Optional::stream).max(Long::compare).orElseThrow();
    return Optional.of(Duration.ofNanos(slowest - from));
  }

  /**
   * The longest stretch within the window in which nothing of this partition was decided although
   * something accepted waited for it.
   */
  public Duration longestSilence(Journal journal, int partition, Instant since, Instant until) {
    List<long[]> acknowledged = new ArrayList<>();
    journal.eachAccepted(
        partition, (sent, answered, offset) -> acknowledged.add(new long[] {answered, offset}));
    return Duration.ofNanos(
        longestSilence(acknowledged, partition, Timeline.nanos(since), Timeline.nanos(until)));
  }

  private synchronized long longestSilence(
      List<long[]> acknowledged, int partition, long since, long until) {
    Rows rows = partitions.getOrDefault(partition, new Rows(4));
    int next = rows.firstAtLeast(ARRIVED, since);
    long decided = next == 0 ? -1 : rows.get(next - 1, COMMAND);
    long last = since;
    long longest = 0;
    for (; last < until; next++) {
      boolean more = next < rows.size();
      long end = more ? Math.min(until, rows.get(next, ARRIVED)) : until;
      if (end - last > longest) {
        longest = Math.max(longest, end - waitingSince(acknowledged, decided, last, end));
      }
      if (!more) {
        break;
      }
      last = rows.get(next, ARRIVED);
      decided = Math.max(decided, rows.get(next, COMMAND));
    }
    return longest;
  }

  /** From when on something undecided waited, at the earliest {@code from}; {@code to} if not. */
  private static long waitingSince(List<long[]> acknowledged, long decided, long from, long to) {
    long since = to;
    for (long[] one : acknowledged) {
      if (one[1] > decided && one[0] < since) {
        since = Math.max(from, one[0]);
      }
    }
    return since;
  }

  /** Compares what it saw in this partition with what is there now. */
  public synchronized Comparison compare(int partition) {
    return new Comparison(partitions.getOrDefault(partition, new Rows(4)));
  }

  /** Is given the results of one partition in their order. */
  public static final class Comparison {
    private final Rows seen;
    private int next;

    private Comparison(Rows seen) {
      this.seen = seen;
    }

    /** A sentence for each result that vanished before this one, and one if this one changed. */
    public List<String> at(long offset, byte[] value) {
      List<String> changed = new ArrayList<>(upTo(offset));
      if (next < seen.size() && seen.get(next, OFFSET) == offset) {
        if (seen.get(next, FINGERPRINT) != fingerprint(value)) {
          changed.add("the result at offset " + offset + " is not what was read there before");
        }
        next++;
      }
      return changed;
    }

    /** A sentence for each result that is not there, below this offset. */
    public List<String> upTo(long offset) {
      List<String> vanished = new ArrayList<>();
      while (next < seen.size() && seen.get(next, OFFSET) < offset) {
        vanished.add("the result read at offset " + seen.get(next, OFFSET) + " is gone");
        next++;
      }
      return vanished;
    }
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
