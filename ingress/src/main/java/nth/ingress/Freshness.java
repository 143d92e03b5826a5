package nth.ingress;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Whether {@link Promotions} shows everything written before the question, open transactions
 * included. The broker is asked for the end at most every {@link #PAUSE} per partition, and all who
 * ask in between share the next answer.
 */
final class Freshness implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(100);

  /** From asking the broker on; with the pause before it, no question takes longer than 500 ms. */
  private static final Duration PATIENCE = Duration.ofMillis(400);

  private final Admin admin;
  private final Promotions promotions;
  private final Question[] questions;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "ingress-freshness"));

  Freshness(Admin admin, Promotions promotions, int partitions) {
    this.admin = admin;
    this.promotions = promotions;
    this.questions = new Question[partitions];
    Arrays.setAll(questions, Question::new);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** False also if the broker does not say, or the view does not get there in time. */
  CompletableFuture<Boolean> isCurrent(int partition) {
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
      this.partition = new TopicPartition(Topics.PROMOTIONS.name(), partition);
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
                  promotions
                      .reached(partition.partition(), end.offset(), PATIENCE)
                      .thenAccept(answer::complete);
                }
              });
    }
  }
}
