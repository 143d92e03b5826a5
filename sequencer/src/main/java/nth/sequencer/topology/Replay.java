package nth.sequencer.topology;

import java.util.Map;
import nth.contract.EventId;
import nth.contract.PartitionReader;
import nth.contract.Position;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Applies one partition of {@code nth.entries} from its beginning as far as it was answered.
 * Publishes nothing: what follows is compared with what stands there.
 */
final class Replay implements AutoCloseable {

  private static final RecordTime TIME = new RecordTime();

  private final int partition;
  private final boolean acceptCreateTime;
  private final PartitionReader entries;
  private final Published<?> results;
  private final Published<?> winners;
  private Guard guard;

  /**
   * @param guard before the first record
   */
  Replay(Map<String, Object> consumer, int partition, Guard guard, boolean acceptCreateTime) {
    this.partition = partition;
    this.guard = guard;
    this.acceptCreateTime = acceptCreateTime;
    var at = new TopicPartition(Topics.ENTRIES.name(), partition);
    entries = new PartitionReader(consumer, at, 0, Long.MAX_VALUE);
    results = new Published<>(Topics.RESULTS, consumer, partition);
    winners = new Published<>(Topics.WINNERS, consumer, partition);
  }

  /**
   * @param lastDeadLetter the last offset that was put aside; -1 if none
   * @return how far the memory now reaches
   * @throws LineStopped if something else was published than what follows
   */
  Guard run(CommandApplication.Memory memory, long lastDeadLetter) {
    var commands = new CommandApplication(memory, this::compare);
    while (entries.hasNext()
        && (!results.exhausted() || entries.peek().offset() <= lastDeadLetter)) {
      apply(commands, entries.next());
    }
    var last = new Position(partition, Math.max(0, guard.lastOffset()));
    results.checkExhausted(last);
    winners.checkExhausted(last);
    return guard;
  }

  private void apply(CommandApplication commands, ConsumerRecord<byte[], byte[]> found) {
    if (!acceptCreateTime) {
      LineClients.check(found);
    }
    long time = TIME.extract(objects(found), 0);
    long logTime = guard.logTime(time);
    var record = new Record<>(found.key(), found.value(), time, found.headers());
    Guard next = guard.after(found.offset(), logTime);
    guard = next;
    commands.apply(
        CommandApplication.reading(record, partition, next.partitions()),
        record,
        new Position(partition, found.offset()),
        logTime);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static ConsumerRecord<Object, Object> objects(ConsumerRecord found) {
    return found;
  }

  /** Promotions are compacted and dead letters expire: neither can be compared one by one. */
  private void compare(String sink, Record<Object, Object> record) {
    var position = new Position(partition, guard.lastOffset());
    if (sink.equals(SequencerTopology.RESULTS)) {
      results.compare((EventId) record.key(), record.value(), position);
    } else if (sink.equals(SequencerTopology.WINNERS)) {
      winners.compare((EventId) record.key(), record.value(), position);
    }
  }

  @Override
  public void close() {
    entries.close();
    results.close();
    winners.close();
  }
}
