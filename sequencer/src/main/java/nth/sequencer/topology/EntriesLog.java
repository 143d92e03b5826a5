package nth.sequencer.topology;

import org.apache.kafka.common.Uuid;

/** What the line asks about {@code nth.entries} before it trusts its own state. */
public interface EntriesLog {

  /**
   * One partition as it is on the broker now.
   *
   * @param partitions of the whole topic
   * @param start the oldest offset that can still be read
   * @param end the offset the next record will get
   */
  record Facts(Uuid topicId, int partitions, long start, long end) {}

  Facts facts(int partition);

  /** Whether a result was ever committed in this partition; one of an aborted attempt is none. */
  boolean hasHistory(int partition);

  /** Whether a committed record stands at {@code from} or later, before {@code to}. */
  boolean holdsRecord(int partition, long from, long to);
}
