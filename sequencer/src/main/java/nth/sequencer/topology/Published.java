package nth.sequencer.topology;

import java.util.Arrays;
import java.util.Map;
import nth.contract.EventId;
import nth.contract.PartitionReader;
import nth.contract.Position;
import nth.contract.Topic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** What stands in one partition of a topic, compared in order with what a replay gives. */
final class Published<V> implements AutoCloseable {

  private final String name;
  private final Serializer<EventId> keys;
  private final Deserializer<V> values;
  private final PartitionReader reader;

  Published(Topic<V> topic, Map<String, Object> consumer, int partition) {
    name = topic.name();
    keys = topic.key().serializer();
    values = topic.value().deserializer();
    reader = new PartitionReader(consumer, new TopicPartition(name, partition), 0, Long.MAX_VALUE);
  }

  boolean exhausted() {
    return !reader.hasNext();
  }

  /**
   * Takes the next record, which must be this one. Compared by what it says, so that a field that a
   * later version adds makes no difference.
   *
   * @throws LineStopped if it is another, or none
   */
  void compare(EventId key, Object value, Position position) {
    if (exhausted()) {
      throw differs("ends before what follows from", position, null);
    }
    ConsumerRecord<byte[], byte[]> found = reader.next();
    if (!Arrays.equals(keys.serialize(name, key), found.key()) || !value.equals(read(found))) {
      throw differs("is not what follows from", position, found);
    }
  }

  void checkExhausted(Position last) {
    if (!exhausted()) {
      throw differs("follows from nothing up to", last, reader.peek());
    }
  }

  private Object read(ConsumerRecord<byte[], byte[]> found) {
    try {
      return values.deserialize(name, found.value());
    } catch (RuntimeException e) {
      return e;
    }
  }

  private LineStopped differs(
      String how,
      Position position,
      @org.jspecify.annotations.Nullable ConsumerRecord<?, ?> found) {
    String where = found == null ? "" : " at " + found.partition() + "-" + found.offset();
    return new LineStopped(
        "%s%s %s nth.entries at %s: these topics do not belong together, or one was altered;"
                .formatted(name, where, how, position)
            + " nothing was changed. Run the audit, which names every difference.");
  }

  @Override
  public void close() {
    reader.close();
  }
}
