package nth.app;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a group has still to do, whichever instance does it, and for how long the oldest of it has
 * waited. Somebody looks again and again; whoever asks gets what was seen last, at once.
 */
public final class Backlog implements AutoCloseable {

  private static final int ANSWER_MS = 3_000;
  private static final Comparator<TopicPartition> IN_ORDER =
      Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

  private final Admin admin;
  private final String group;
  private final Collection<TopicPartition> partitions;
  private final IsolationLevel ends;
  private final InstantSource clock;
  private final FirstRecords firsts;
  private volatile SortedMap<TopicPartition, Share> shares = new TreeMap<>(IN_ORDER);
  private volatile long answeredNanos = System.nanoTime();

  /**
   * What waits in one partition.
   *
   * @param position the offset that the group takes next
   * @param end the offset that is written next
   * @param since when the oldest record that waits was written, or, where it cannot be read, was
   *     first seen to wait; null if none waits
   * @param read whether the record was read
   */
  public record Share(long position, long end, @Nullable Instant since, boolean read) {

    /** Offsets, markers of transactions among them; none if no record is there. */
    public long behind() {
      return since == null ? 0 : end - position;
    }

    private static Share none(long position, long end) {
      return new Share(position, end, null, true);
    }
  }

  /**
   * @param base how to reach the broker
   * @param ends whether records that are not committed yet count as waiting
   */
  public Backlog(
      Admin admin,
      Map<String, Object> base,
      String group,
      Collection<TopicPartition> partitions,
      IsolationLevel ends,
      InstantSource clock) {
    this.admin = admin;
    this.group = group;
    this.partitions = partitions;
    this.ends = ends;
    this.clock = clock;
    this.firsts = new FirstRecords(base);
  }

  /** Those that are looked at. */
  Collection<TopicPartition> partitions() {
    return partitions;
  }

  /** By partition, in order; empty until the broker has answered once. */
  public SortedMap<TopicPartition, Share> shares() {
    return shares;
  }

  /** How long the oldest record that waits has waited by now; zero if none does. */
  public Optional<Duration> oldest() {
    Map<TopicPartition, Share> now = shares;
    return now.isEmpty()
        ? Optional.empty()
        : Optional.of(now.values().stream().map(this::age).max(Duration::compareTo).orElseThrow());
  }

  private Duration age(Share share) {
    Instant since = share.since();
    Duration age = since == null ? Duration.ZERO : Duration.between(since, clock.instant());
    // The broker's clock may be ahead of ours.
    return age.isNegative() ? Duration.ZERO : age;
  }

  /** For how long the broker has said nothing. */
  public Duration silence() {
    return Duration.ofNanos(System.nanoTime() - answeredNanos);
  }

  /**
   * @throws ExecutionException if the broker does not answer in seconds
   */
  public synchronized void look() throws ExecutionException, InterruptedException {
    var all = partitions.stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
    var written =
        admin.listOffsets(all, new ListOffsetsOptions(ends).timeoutMs(ANSWER_MS)).all().get();
    Map<TopicPartition, OffsetAndMetadata> taken =
        admin
            .listConsumerGroupOffsets(
                group, new ListConsumerGroupOffsetsOptions().timeoutMs(ANSWER_MS))
            .partitionsToOffsetAndMetadata()
            .get();
    SortedMap<TopicPartition, Share> now = new TreeMap<>(IN_ORDER);
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata position = taken.get(partition);
      long at = position == null ? 0 : position.offset();
      now.put(partition, share(partition, at, written.get(partition).offset()));
    }
    readOldest(now);
    shares = now;
    answeredNanos = System.nanoTime();
  }

  private Share share(TopicPartition partition, long at, long end) {
    Share before = shares.get(partition);
    boolean stands = before != null && before.position() == at;
    if (at >= end || (stands && before.since() == null && before.end() == end)) {
      return Share.none(at, end);
    }
    return stands && before.since() != null
        ? new Share(at, end, before.since(), before.read())
        : new Share(at, end, clock.instant(), false);
  }

  private void readOldest(Map<TopicPartition, Share> now) {
    Map<TopicPartition, FirstRecords.Stretch> unread = new HashMap<>();
    now.forEach(
        (partition, share) -> {
          if (!share.read()) {
            unread.put(partition, new FirstRecords.Stretch(share.position(), share.end()));
          }
        });
    firsts
        .of(unread)
        .forEach(
            (partition, found) ->
                now.computeIfPresent(
                    partition,
                    (p, share) -> new Share(share.position(), share.end(), found.written(), true)));
  }

  @Override
  public synchronized void close() {
    firsts.close();
  }
}
