package nth.app;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import nth.contract.CommittedReads;
import nth.contract.Topic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every partition of a topic, committed records only, on one thread of its own, without a
 * group: each instance sees everything. A fault of the broker or of the handler is waited out, and
 * reading goes on behind the last batch that was handled.
 */
public final class LogReader implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LogReader.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final long PAUSE_MS = 500;
  // Whoever puts an account right takes longer, and the broker logs every try, too.
  private static final long REFUSED_PAUSE_MS = 3_000;
  private static final Duration REMINDER = Duration.ofMinutes(1);
  // A consumer gives nothing at first, and says only then that it is refused.
  private static final Duration CALM = Duration.ofSeconds(2);

  /** In place of an offset. */
  public static final long UNKNOWN = -1;

  /** Where reading starts. */
  public interface Start {
    Start BEGINNING = (consumer, partitions) -> consumer.seekToBeginning(partitions);
    Start END = (consumer, partitions) -> consumer.seekToEnd(partitions);

    /** False while there is nothing to begin with, which is no fault; it is asked again. */
    default boolean isPossible() {
      return true;
    }

    void seek(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions);
  }

  /** Takes what was read. A batch whose handling threw is handed over again. */
  public interface Handler {

    /**
     * @param records in order; empty where only transaction markers were passed
     * @param next the offset that will be read next
     */
    void handle(int partition, List<ConsumerRecord<byte[], byte[]>> records, long next);
  }

  private final String name;
  private final Map<String, Object> config;
  private final List<TopicPartition> partitions;
  private final Start start;
  private final Handler handler;
  private final Thread thread;
  private final List<Milestones> milestones;
  private final CountDownLatch closed = new CountDownLatch(1);

  // Written by the reading thread only.
  private boolean refused; // The latest batch was not handled.
  private long toldNanos;
  private final AtomicLongArray next;
  private final long[] goal;
  private volatile @Nullable Consumer<byte[], byte[]> current;
  private volatile boolean inPlace;
  private volatile boolean caughtUp;
  private volatile boolean closing;
  private volatile @Nullable String fault;

  /**
   * @param name of the thread, and in logs
   * @param consumer Boot's consumer properties; what matters here is set on top of them
   */
  public LogReader(
      String name,
      Topic<?> topic,
      int partitions,
      Map<String, Object> consumer,
      Start start,
      Handler handler) {
    this.name = name;
    this.config =
        CommittedReads.settings(consumer, Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"));
    this.partitions =
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic.name(), p)).toList();
    this.start = start;
    this.handler = handler;
    this.milestones = Stream.generate(Milestones::new).limit(partitions).toList();
    long[] unknown = new long[partitions];
    Arrays.fill(unknown, UNKNOWN);
    this.next = new AtomicLongArray(unknown);
    this.goal = new long[partitions];
    Arrays.fill(goal, UNKNOWN);
    this.thread = new Thread(this::run, name);
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Whether the reader knows where it stands: what is written from now on will be read. */
  public boolean inPlace() {
    return inPlace;
  }

  /** Whether everything committed when reading started has been handled. Stays true. */
  public boolean caughtUp() {
    return caughtUp;
  }

  /** The offset that is handled next; {@link #UNKNOWN} until the reader is in place. */
  public long next(int partition) {
    return next.get(partition);
  }

  /** Whether everything below that offset has been handled, and if not yet, is within that time. */
  public CompletableFuture<Boolean> reached(int partition, long offset, Duration within) {
    return milestones.get(partition).reached(offset, within);
  }

  /** Whether reading is held up by a fault just now. */
  public boolean faulty() {
    return fault != null;
  }

  /** What holds up reading just now. */
  public Optional<String> fault() {
    return Optional.ofNullable(fault);
  }

  private void run() {
    while (!closing) {
      try {
        awaitStart();
        read();
      } catch (WakeupException e) {
        // Only close() wakes, and the loop ends.
      } catch (RuntimeException | Error e) {
        // Whatever it was, a thread that ended would say for ever that all is well.
        heldUp(e);
        pause(Refusal.of(e).isPresent() ? REFUSED_PAUSE_MS : PAUSE_MS);
      }
    }
  }

  /** Tells the same again only as a reminder: some faults last until somebody mends them. */
  private void heldUp(Throwable e) {
    String now = e.toString();
    if (!now.equals(fault) || System.nanoTime() - toldNanos > REMINDER.toNanos()) {
      log.warn("{}: reading is held up and tried again: {}", name, now);
      toldNanos = System.nanoTime();
    }
    fault = now;
  }

  private void awaitStart() {
    while (!closing && !start.isPossible()) {
      pause(PAUSE_MS);
    }
  }

  private void read() {
    Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(config);
    current = consumer;
    try {
      read(consumer);
    } finally {
      consumer.close(CloseOptions.timeout(CLOSE));
    }
  }

  private void read(Consumer<byte[], byte[]> consumer) {
    if (closing) {
      return;
    }
    consumer.assign(partitions);
    seek(consumer);
    inPlace = true;
    long beganNanos = System.nanoTime();
    while (!closing) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      for (TopicPartition partition : partitions) {
        handOver(partition, records.records(partition), consumer.position(partition));
      }
      if (fault != null && !refused && System.nanoTime() - beganNanos > CALM.toNanos()) {
        log.info("{}: reading goes on", name);
        fault = null;
      }
      caughtUp = caughtUp || goalReached();
    }
  }

  private void seek(Consumer<byte[], byte[]> consumer) {
    if (goal[0] == UNKNOWN) {
      start.seek(consumer, partitions);
      for (TopicPartition partition : partitions) {
        next.set(partition.partition(), consumer.position(partition));
        milestones.get(partition.partition()).moved(next.get(partition.partition()));
      }
      // Last, in one step: a fault before it leaves everything to be found out again.
      consumer.endOffsets(partitions).forEach((p, end) -> goal[p.partition()] = end);
    } else {
      partitions.forEach(p -> consumer.seek(p, next.get(p.partition())));
    }
  }

  private void handOver(
      TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, long position) {
    int p = partition.partition();
    if (position > next.get(p)) {
      refused = true;
      handler.handle(p, records, position);
      refused = false;
      next.set(p, position);
      milestones.get(p).moved(position);
    }
  }

  private boolean goalReached() {
    return IntStream.range(0, goal.length).allMatch(p -> next.get(p) >= goal[p]);
  }

  private void pause(long ms) {
    try {
      closed.await(ms, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when the thread has ended; no batch is handled afterwards. */
  @Override
  public void close() {
    closing = true;
    closed.countDown();
    // Not interrupted: a handler may be writing to a file.
    Consumer<byte[], byte[]> consumer = current;
    if (consumer != null) {
      consumer.wakeup();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
