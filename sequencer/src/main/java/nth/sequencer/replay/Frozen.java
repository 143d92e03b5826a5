package nth.sequencer.replay;

import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import nth.contract.Position;
import nth.contract.Topic;
import nth.contract.Topics;
import org.apache.kafka.common.TopicPartition;

/**
 * What the audit looks at, so that it has an end on a line that goes on.
 *
 * @param at the local clock when everything was frozen
 * @param partitions of {@code nth.entries}
 * @param ranges of every partition of every topic
 * @param laterEnds of the partitions of {@code nth.entries}, read after everything was frozen: what
 *     answers a command between its frozen and its later end came meanwhile and is not judged
 */
record Frozen(
    Instant at, int partitions, Map<TopicPartition, Range> ranges, Map<Integer, Long> laterEnds) {

  Frozen {
    ranges = Map.copyOf(ranges);
    laterEnds = Map.copyOf(laterEnds);
  }

  Range range(Topic<?> topic, int partition) {
    return ranges.get(new TopicPartition(topic.name(), partition));
  }

  /** The same, for what came until later still. */
  Frozen until(Map<Integer, Long> evenLater) {
    return new Frozen(at, partitions, ranges, evenLater);
  }

  /** Of the commands. */
  long records() {
    return IntStream.range(0, partitions).mapToLong(p -> range(Topics.ENTRIES, p).end()).sum();
  }

  /** Whether the position is one of that partition, before its frozen end. */
  boolean holds(int partition, Position position) {
    return partition < partitions
        && position.partition() == partition
        && position.offset() < range(Topics.ENTRIES, partition).end();
  }

  /** Whether a command there was appended while the topics were being frozen. */
  boolean cameMeanwhile(int partition, long offset) {
    return partition < partitions
        && offset >= range(Topics.ENTRIES, partition).end()
        && offset < laterEnds.get(partition);
  }
}
