package nth.sequencer.topology;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Gives a group that has no position in {@code nth.entries} the position 0, because the line never
 * lets one be guessed. Where the position was only forgotten, the guard skips what was applied.
 */
public final class FirstStart {

  private FirstStart() {}

  /**
   * Returns when every partition has a position. If another instance runs already the broker
   * refuses, and asking again shows the position that one has set.
   *
   * @throws ExecutionException if the broker does not answer or refuses; to be tried again
   */
  public static void position(Admin admin, int partitions)
      throws ExecutionException, InterruptedException {
    String group = StreamsSettings.APPLICATION_ID;
    // Stable or not: a position that is being changed by an open transaction is not missing.
    Map<TopicPartition, OffsetAndMetadata> known =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    Map<TopicPartition, OffsetAndMetadata> missing =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(Topics.ENTRIES.name(), partition))
            .filter(partition -> known.get(partition) == null)
            .collect(Collectors.toMap(partition -> partition, p -> new OffsetAndMetadata(0)));
    if (!missing.isEmpty()) {
      admin.alterConsumerGroupOffsets(group, missing).all().get();
    }
  }

  /**
   * Moves the group to where a rebuilt state ends.
   *
   * @param next by partition: the offset to be applied next
   * @throws ExecutionException if the broker does not answer, or an instance runs
   */
  static void move(Admin admin, Map<Integer, Long> next)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> positions =
        next.entrySet().stream()
            .collect(
                Collectors.toMap(
                    partition -> new TopicPartition(Topics.ENTRIES.name(), partition.getKey()),
                    partition -> new OffsetAndMetadata(partition.getValue())));
    admin.alterConsumerGroupOffsets(StreamsSettings.APPLICATION_ID, positions).all().get();
  }
}
