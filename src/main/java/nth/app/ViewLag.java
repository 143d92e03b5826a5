package nth.app;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nth.contract.Topic;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a reader of this process is behind what is committed. Somebody looks again and again;
 * whoever asks gets what was seen last, at once.
 */
public final class ViewLag {

  private static final int ANSWER_MS = 3_000;

  private final Admin admin;
  private final Topic<?> topic;
  private final int partitions;
  private final IntToLongFunction next;
  private volatile Map<Integer, Long> ends = Map.of();
  private volatile long answeredNanos = System.nanoTime();

  /**
   * @param next as {@link LogReader#next} says it
   */
  public ViewLag(Admin admin, Topic<?> topic, int partitions, IntToLongFunction next) {
    this.admin = admin;
    this.topic = topic;
    this.partitions = partitions;
    this.next = next;
  }

  public int partitions() {
    return partitions;
  }

  /** The offset that the view takes in next. */
  public OptionalLong next(int partition) {
    long at = next.applyAsLong(partition);
    return at == LogReader.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(at);
  }

  /** Offsets, markers of transactions among them; empty until reader and broker have told. */
  public OptionalLong behind(int partition) {
    Long end = ends.get(partition);
    OptionalLong at = next(partition);
    return end == null || at.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, end - at.getAsLong()));
  }

  /** For how long the broker has said nothing. */
  public Duration silence() {
    return Duration.ofNanos(System.nanoTime() - answeredNanos);
  }

  /**
   * @throws ExecutionException if the broker does not answer in seconds
   */
  public void look() throws ExecutionException, InterruptedException {
    var all =
        IntStream.range(0, partitions)
            .mapToObj(p -> new TopicPartition(topic.name(), p))
            .collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
    var committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(ANSWER_MS);
    ends =
        admin.listOffsets(all, committed).all().get().entrySet().stream()
            .collect(Collectors.toMap(e -> e.getKey().partition(), e -> e.getValue().offset()));
    answeredNanos = System.nanoTime();
  }
}
