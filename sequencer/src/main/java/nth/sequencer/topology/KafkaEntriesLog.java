package nth.sequencer.topology;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import nth.contract.PartitionReader;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Asks the broker. */
public final class KafkaEntriesLog implements EntriesLog {

  private final Admin admin;
  private final Map<String, Object> consumer;

  /**
   * @param base how to reach the broker
   */
  public KafkaEntriesLog(Admin admin, Map<String, Object> base) {
    this.admin = admin;
    this.consumer = PartitionReader.settings(base);
  }

  @Override
  public Facts facts(int partition) {
    String name = Topics.ENTRIES.name();
    var at = new TopicPartition(name, partition);
    try {
      TopicDescription topic = admin.describeTopics(List.of(name)).allTopicNames().get().get(name);
      long start =
          admin.listOffsets(Map.of(at, OffsetSpec.earliest())).all().get().get(at).offset();
      long end = admin.listOffsets(Map.of(at, OffsetSpec.latest())).all().get().get(at).offset();
      return new Facts(topic.topicId(), topic.partitions().size(), start, end);
    } catch (ExecutionException e) {
      throw new KafkaException("The broker did not say what " + at + " is", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  @Override
  public boolean hasHistory(int partition) {
    return holdsRecord(new TopicPartition(Topics.RESULTS.name(), partition), 0, Long.MAX_VALUE);
  }

  @Override
  public boolean holdsRecord(int partition, long from, long to) {
    return holdsRecord(new TopicPartition(Topics.ENTRIES.name(), partition), from, to);
  }

  /** As {@link #holdsRecord}, and also where a transaction is open, which may yet hold one. */
  public boolean mayHoldRecord(int partition, long from, long to)
      throws ExecutionException, InterruptedException {
    var at = new TopicPartition(Topics.ENTRIES.name(), partition);
    var committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    long stable =
        admin.listOffsets(Map.of(at, OffsetSpec.latest()), committed).all().get().get(at).offset();
    try {
      return stable < to || holdsRecord(at, from, to);
    } catch (KafkaException e) {
      throw new ExecutionException(e);
    }
  }

  private boolean holdsRecord(TopicPartition at, long from, long to) {
    try (var reader = new PartitionReader(consumer, at, from, to)) {
      return reader.hasNext();
    }
  }
}
