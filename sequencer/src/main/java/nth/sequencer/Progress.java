package nth.sequencer;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nth.contract.Topics;
import nth.sequencer.topology.StreamsSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether commands that wait get decided, by whichever instance: the group's position moves, or
 * stands at the end of {@code nth.entries}.
 */
final class Progress {

  private static final int ANSWER_MS = 3_000;

  private final Admin admin;
  private final int partitions;
  private final Duration patience;
  private final LongSupplier nanos;
  private final Contents contents;
  // Used by the one who looks only.
  private final Map<TopicPartition, Stand> stands = new HashMap<>();
  private final Map<TopicPartition, Stretch> empty = new HashMap<>();

  private volatile long answeredNanos;
  private volatile long stillNanos;

  /** A position, and since when it is there. */
  private record Stand(long at, long sinceNanos) {}

  /** Offsets from a position to the end, of which perhaps none is a command. */
  private record Stretch(long from, long to) {}

  /** What {@code nth.entries} holds. */
  interface Contents {

    /**
     * Whether a command stands at {@code from} or later, before {@code to}, or may yet come there.
     */
    boolean mayHoldRecord(int partition, long from, long to)
        throws ExecutionException, InterruptedException;
  }

  /**
   * @param patience how long commands may wait while nothing moves
   */
  Progress(Admin admin, int partitions, Duration patience, LongSupplier nanos, Contents contents) {
    this.contents = contents;
    this.admin = admin;
    this.partitions = partitions;
    this.patience = patience;
    this.nanos = nanos;
    this.answeredNanos = nanos.getAsLong();
    this.stillNanos = answeredNanos;
  }

  /** Why it must be doubted that commands are decided, in a few words. */
  Optional<String> doubt() {
    long now = nanos.getAsLong();
    if (now - answeredNanos > patience.toNanos()) {
      return Optional.of("no answer of the broker for " + seconds(now - answeredNanos));
    }
    return now - stillNanos > patience.toNanos()
        ? Optional.of("no decision for " + seconds(now - stillNanos))
        : Optional.empty();
  }

  private static String seconds(long nanos) {
    return Duration.ofNanos(nanos).toSeconds() + " s";
  }

  void look() throws ExecutionException, InterruptedException {
    var all =
        IntStream.range(0, partitions)
            .mapToObj(p -> new TopicPartition(Topics.ENTRIES.name(), p))
            .collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
    var ends = admin.listOffsets(all, new ListOffsetsOptions().timeoutMs(ANSWER_MS)).all().get();
    var committed =
        admin
            .listConsumerGroupOffsets(
                StreamsSettings.APPLICATION_ID,
                new ListConsumerGroupOffsetsOptions().timeoutMs(ANSWER_MS))
            .partitionsToOffsetAndMetadata()
            .get();
    Map<TopicPartition, Long> behind = new HashMap<>();
    for (TopicPartition partition : ends.keySet()) {
      OffsetAndMetadata position = committed.get(partition);
      long at = position == null ? 0 : position.offset();
      if (waits(partition, at, ends.get(partition).offset())) {
        behind.put(partition, at);
      }
    }
    saw(behind);
  }

  /**
   * Whether commands wait there. A stranger's aborted record at the end is none, and nothing ever
   * moves the position over it; that is asked for only where it has stood for half the patience.
   */
  boolean waits(TopicPartition partition, long at, long end)
      throws ExecutionException, InterruptedException {
    var stretch = new Stretch(at, end);
    if (at >= end || stretch.equals(empty.get(partition))) {
      return false;
    }
    if (!standsLong(partition, at) || contents.mayHoldRecord(partition.partition(), at, end)) {
      return true;
    }
    empty.put(partition, stretch);
    return false;
  }

  private boolean standsLong(TopicPartition partition, long at) {
    Stand stand = stands.get(partition);
    return stand != null
        && stand.at() == at
        && nanos.getAsLong() - stand.sinceNanos() > patience.toNanos() / 2;
  }

  /**
   * @param behind the positions of the partitions in which commands wait
   */
  void saw(Map<TopicPartition, Long> behind) {
    long now = nanos.getAsLong();
    stands.keySet().retainAll(behind.keySet());
    behind.forEach(
        (partition, at) ->
            stands.merge(
                partition,
                new Stand(at, now),
                (before, fresh) -> before.at() == fresh.at() ? before : fresh));
    stillNanos = stands.values().stream().mapToLong(Stand::sinceNanos).min().orElse(now);
    answeredNanos = now;
  }
}
