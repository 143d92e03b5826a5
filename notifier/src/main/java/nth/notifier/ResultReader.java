package nth.notifier;

import io.micrometer.tracing.Span;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import nth.app.LogReader;
import nth.app.ProcessExit;
import nth.app.TopicWatch;
import nth.contract.Topics;
import nth.trace.RecordTraces;
import nth.web.Problem;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/**
 * Brings the results to the board and its news to the audience. UP when everything committed at
 * start has been taken in, DOWN again while reading is held up by a fault.
 */
final class ResultReader implements SmartLifecycle, HealthIndicator {

  // Started before and stopped after the web server, whose requests read the board.
  private static final int PHASE = 0;

  private final ResultBoard board;
  private final Audience audience;
  private final Visibility visibility;
  private final Path stateDir;
  private final TopicWatch watch;
  private final ProcessExit exit;
  private final LogReader log;
  private final @Nullable RecordTraces traces;
  private volatile boolean running;

  ResultReader(
      ResultBoard board,
      Audience audience,
      Visibility visibility,
      Path stateDir,
      int partitions,
      Map<String, Object> consumer,
      TopicWatch watch,
      ProcessExit exit,
      @Nullable RecordTraces traces) {
    this.board = board;
    this.audience = audience;
    this.visibility = visibility;
    this.stateDir = stateDir;
    this.watch = watch;
    this.exit = exit;
    this.traces = traces;
    this.log =
        new LogReader(
            "notifier-results",
            Topics.RESULTS,
            partitions,
            consumer,
            new FromTheView(),
            this::takeIn);
  }

  /**
   * While the view is catching up it would deny what it has not read yet.
   *
   * @throws Problem 503 {@code unavailable}
   */
  void requireCaughtUp() {
    if (!log.caughtUp()) {
      throw NotNow.because("The results are still being read.");
    }
  }

  CompletableFuture<Boolean> reached(int partition, long offset, Duration within) {
    return log.reached(partition, offset, within);
  }

  /** The offset of {@code nth.results} that the view takes in next. */
  long next(int partition) {
    return log.next(partition);
  }

  private void takeIn(int partition, List<ConsumerRecord<byte[], byte[]>> records, long next) {
    // A view that is built anew has nothing to add to traces of long ago, and none of it was new.
    boolean live = log.caughtUp();
    List<Span> spans = traces == null || !live ? List.of() : spans(traces, records);
    try {
      Changes changes = board.takeIn(partition, records, next);
      if (live) {
        visibility.see(records);
      }
      audience.hear(changes);
    } finally {
      if (traces != null) {
        spans.forEach(traces::end);
      }
    }
  }

  private static List<Span> spans(
      RecordTraces traces, List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(record -> traces.receiving("take in", Topics.RESULTS, record.headers()))
        .filter(Objects::nonNull)
        .toList();
  }

  /** Whether the view is complete, and reading goes on. */
  boolean sound() {
    return log.caughtUp() && !log.faulty();
  }

  @Override
  public Health health() {
    Health.Builder health = sound() ? Health.up() : Health.down();
    log.fault().ifPresent(fault -> health.withDetail("fault", fault));
    return health
        .withDetail("caught_up", log.caughtUp())
        .withDetail("held_up", log.faulty())
        .build();
  }

  @Override
  public void start() {
    try {
      board.open(stateDir);
      log.start();
      running = true;
    } catch (BoardStore.InUse e) {
      exit.because(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void stop() {
    running = false;
    log.close();
    board.close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** Where the view was left; before the sequencer's first start there are no topics to read. */
  private final class FromTheView implements LogReader.Start {

    @Override
    public boolean isPossible() {
      return watch.id(Topics.RESULTS).isPresent();
    }

    @Override
    public void seek(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
      String topicId = watch.id(Topics.RESULTS).orElseThrow().toString();
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      board.takeUp(topicId, partitions.stream().map(ends::get).toList());
      Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
      for (TopicPartition partition : partitions) {
        long next = board.progress(partition.partition()).next();
        requireKept(partition, next, beginnings.get(partition));
        consumer.seek(partition, next);
      }
    }

    /** Results are kept for ever. Going on without some would deny people their numbers. */
    private static void requireKept(TopicPartition partition, long next, long beginning) {
      if (beginning > next) {
        throw new IllegalStateException(
            "%s begins at offset %d and the view needs it from %d: results are lost, restore the log"
                .formatted(partition, beginning, next));
      }
    }
  }
}
