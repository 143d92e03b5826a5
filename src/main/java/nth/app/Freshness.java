package nth.app;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import nth.contract.Topic;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Whether a reader has handled everything written before the question, open transactions included.
 * The broker is asked for the end at most every {@link #PAUSE} per partition, and all who ask in
 * between share the next answer.
 */
public final class Freshness implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(100);

  /** From asking the broker on; the pause comes before it. */
  private static final Duration PATIENCE = Duration.ofMillis(400);

  /** How long a question is open at most. */
  public static final Duration LONGEST = PAUSE.plus(PATIENCE);

  private final Admin admin;
  private final Topic<?> topic;
  private final Reader reader;
  private final Question[] questions;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Freshness::daemon);

  /** Who reads the topic, as {@link LogReader#reached} says it. */
  public interface Reader {
    CompletableFuture<Boolean> reached(int partition, long offset, Duration within);
  }

  public Freshness(Admin admin, Topic<?> topic, int partitions, Reader reader) {
    this.admin = admin;
    this.topic = topic;
    this.reader = reader;
    this.questions = new Question[partitions];
    Arrays.setAll(questions, Question::new);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "freshness");
    thread.setDaemon(true);
    return thread;
  }

  /** False also if the broker does not say, or the reader does not get there in time. */
  public CompletableFuture<Boolean> isCurrent(int partition) {
    return questions[partition].ask();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }

  /** Of one partition. */
  private final class Question {
    private final TopicPartition partition;
    private @Nullable CompletableFuture<Boolean> open;
    private long earliestNanos = System.nanoTime();

    Question(int partition) {
      this.partition = new TopicPartition(topic.name(), partition);
    }

    synchronized CompletableFuture<Boolean> ask() {
      CompletableFuture<Boolean> answer = open;
      if (answer == null) {
        answer = new CompletableFuture<>();
        open = answer;
        long wait = Math.max(0, earliestNanos - System.nanoTime());
        clock.schedule(this::pose, wait, TimeUnit.NANOSECONDS);
      }
      return answer;
    }

    /** Takes the open question away first: who comes now needs a younger answer. */
    private synchronized @Nullable CompletableFuture<Boolean> take() {
      CompletableFuture<Boolean> answer = open;
      open = null;
      earliestNanos = System.nanoTime() + PAUSE.toNanos();
      return answer;
    }

    private void pose() {
      CompletableFuture<Boolean> answer = take();
      if (answer == null) {
        return;
      }
      answer.completeOnTimeout(false, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      var options =
          new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)
              .timeoutMs((int) PATIENCE.toMillis());
      admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()), options)
          .partitionResult(partition)
          .whenComplete(
              (end, fault) -> {
                if (fault != null) {
                  answer.complete(false);
                } else {
                  reader
                      .reached(partition.partition(), end.offset(), PATIENCE)
                      .thenAccept(answer::complete);
                }
              });
    }
  }
}
