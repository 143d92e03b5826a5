package nth.notifier;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import nth.contract.EventId;
import nth.contract.Partitions;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fold of {@code nth.results}, on disk. One thread writes, any may read.
 *
 * <p>Who needs several answers asks in the order {@link #progress}, {@link #standing}, {@link
 * #part}: a later answer never knows less of the log than an earlier one, so "closed" followed by
 * "no number" is true, and the other way round it might not be. Only a retirement takes something
 * away: who denies a part asks once more, behind it, whether there was one.
 */
final class ResultBoard implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ResultBoard.class);

  private final int partitions;
  private final Skipped skipped;
  private final AtomicReferenceArray<@Nullable Progress> progress;
  private volatile @Nullable BoardStore store;

  ResultBoard(int partitions, Skipped skipped) {
    this.partitions = partitions;
    this.skipped = skipped;
    this.progress = new AtomicReferenceArray<>(partitions);
  }

  /**
   * @throws BoardStore.InUse if another process has opened the folder
   */
  void open(Path folder) {
    store = new BoardStore(folder);
  }

  int partitionOf(EventId eventId) {
    return Partitions.of(eventId, partitions);
  }

  Progress progress(int partition) {
    Progress now = progress.get(partition);
    if (now == null) {
      throw new IllegalStateException("nothing has been read yet");
    }
    return now;
  }

  Optional<Standing> standing(EventId eventId) {
    return store().standing(eventId);
  }

  Part part(Subject.Person person) {
    return store().part(person);
  }

  /**
   * Takes up the view where it was left, or starts it anew if it is not one of this log.
   *
   * @param ends of the partitions of {@code nth.results}, in order
   */
  void takeUp(String topicId, List<Long> ends) {
    Optional<String> strange = strangeness(topicId, ends);
    strange.ifPresent(
        why -> {
          log.warn("The view of the results is thrown away and built anew: {}", why);
          store().clear();
        });
    for (int p = 0; p < partitions; p++) {
      progress.set(p, store().progress(p).orElse(Progress.start(topicId)));
    }
  }

  private Optional<String> strangeness(String topicId, List<Long> ends) {
    return IntStream.range(0, partitions)
        .mapToObj(p -> strangeness(p, topicId, ends.get(p)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> strangeness(int partition, String topicId, long end) {
    if (!store().isReadable(partition)) {
      return Optional.of("it was written by another version");
    }
    Progress stored = store().progress(partition).orElse(Progress.start(topicId));
    if (!stored.topicId().equals(topicId)) {
      return Optional.of("it is of another topic, " + stored.topicId() + " and not " + topicId);
    }
    return stored.next() > end
        ? Optional.of("it goes to offset " + stored.next() + " and the log to " + end)
        : Optional.empty();
  }

  /** Offsets that were taken in before change nothing. */
  Changes takeIn(int partition, List<ConsumerRecord<byte[], byte[]>> records, long next) {
    Progress before = progress(partition);
    BatchFold fold = new BatchFold(store(), partition, before);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.offset() >= before.next()) {
        skipped.orRead(Topics.RESULTS, record).ifPresent(r -> fold.add(r, record.offset()));
      }
    }
    progress.set(partition, fold.commit(before.topicId(), Math.max(next, before.next())));
    return fold.changes();
  }

  private BoardStore store() {
    BoardStore opened = store;
    if (opened == null) {
      throw new IllegalStateException("the view is not open");
    }
    return opened;
  }

  @Override
  public void close() {
    BoardStore opened = store;
    if (opened != null) {
      opened.close();
    }
  }
}
