package nth.sequencer.topology;

import java.util.List;
import nth.sequencer.domain.LogTime;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition of {@code nth.entries} has been applied to the state beside which this is
 * stored, in the same transaction.
 *
 * @param topicId of the {@code nth.entries} it was applied from
 * @param lastOffset applied; -1 before the first
 * @param latest the largest log time so far, milliseconds
 * @param changelogs the ids of the topics the state is kept in, in the order of {@link
 *     Changelogs#NAMES}; empty where nobody wrote them down
 */
record Guard(Uuid topicId, int partitions, long lastOffset, long latest, List<Uuid> changelogs) {

  /**
   * The guard to go on with.
   *
   * @param stored what the state holds, or null
   * @param changelogs the ids of the topics it was restored from
   * @throws LineStopped if state and log do not belong together
   */
  static Guard opening(
      @Nullable Guard stored, int partition, EntriesLog log, List<Uuid> changelogs) {
    EntriesLog.Facts facts = log.facts(partition);
    if (stored == null && log.hasHistory(partition)) {
      throw new LineStopped(
          "nth.results-%d holds decisions but their state is gone, and numbers must not start again"
                  .formatted(partition)
              + " at 1: stop every sequencer and run `rebuild-state`; RECOVERY.md says how.");
    }
    Guard guard = stored == null ? beforeAll(facts) : stored;
    guard.checkTopic(facts);
    guard.checkReach(partition, facts);
    if (!guard.changelogs.isEmpty()) {
      Changelogs.checkSame(guard.changelogs, changelogs);
    }
    return guard.keptIn(changelogs);
  }

  /**
   * The guard of a state that is empty.
   *
   * @throws LineStopped if the log does not begin at its beginning
   */
  static Guard beforeAll(int partition, EntriesLog log) {
    EntriesLog.Facts facts = log.facts(partition);
    Guard guard = beforeAll(facts);
    guard.checkReach(partition, facts);
    return guard;
  }

  private static Guard beforeAll(EntriesLog.Facts facts) {
    return new Guard(facts.topicId(), facts.partitions(), -1, 0, List.of());
  }

  private void checkTopic(EntriesLog.Facts facts) {
    if (!topicId.equals(facts.topicId())) {
      throw new LineStopped(
          "nth.entries is topic %s but the state was made from topic %s:"
                  .formatted(facts.topicId(), topicId)
              + " bring back the old topic, or restore a copy of it into an empty cluster;"
              + " RECOVERY.md says how.");
    }
    if (partitions != facts.partitions()) {
      throw new LineStopped(
          "nth.entries has %d partitions but the state was made with %d:"
                  .formatted(facts.partitions(), partitions)
              + " the count never changes once entries exist, so restore a copy into an empty"
              + " cluster; RECOVERY.md says how.");
    }
  }

  private void checkReach(int partition, EntriesLog.Facts facts) {
    if (facts.end() < next()) {
      throw new LineStopped(
          "nth.entries-%d ends at %d but was applied up to %d: the log lost its end,"
                  .formatted(partition, facts.end(), lastOffset)
              + " so restore a copy that reaches further into an empty cluster;"
              + " RECOVERY.md says how.");
    }
    if (facts.start() > next()) {
      throw new LineStopped(
          "nth.entries-%d starts at %d but was applied only up to %d: entries between are lost,"
                  .formatted(partition, facts.start(), lastOffset)
              + " so restore a copy into an empty cluster; RECOVERY.md says how.");
    }
  }

  /** Whether the record there was applied before. */
  boolean covers(long offset) {
    return offset <= lastOffset;
  }

  long next() {
    return lastOffset + 1;
  }

  long logTime(long appended) {
    return LogTime.of(appended, latest);
  }

  Guard after(long offset, long logTime) {
    return new Guard(topicId, partitions, offset, logTime, changelogs);
  }

  Guard keptIn(List<Uuid> changelogs) {
    return new Guard(topicId, partitions, lastOffset, latest, changelogs);
  }
}
