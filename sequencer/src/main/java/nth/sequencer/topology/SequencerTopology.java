package nth.sequencer.topology;

import java.util.Optional;
import java.util.Set;
import nth.contract.EventId;
import nth.contract.Partitions;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.trace.RecordTraces;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * One source, one processor, four sinks: state and output of a command are one Kafka transaction.
 * All names are frozen.
 */
public final class SequencerTopology {

  static final String SOURCE = "entries";
  static final String PROCESSOR = "sequencer";
  static final String RESULTS = "results";
  static final String WINNERS = "winners";
  static final String PROMOTION_VIEWS = "promotion-views";
  static final String DEAD_LETTERS = "dead-letters";

  private static final StreamPartitioner<EventId, Object> HOME =
      (topic, eventId, value, partitions) ->
          Optional.of(Set.of(Partitions.of(eventId, partitions)));
  private static final StreamPartitioner<byte[], byte[]> ONLY =
      (topic, key, value, partitions) -> Optional.of(Set.of(0));

  private SequencerTopology() {}

  /**
   * @param minInsyncReplicas of the changelogs
   */
  public static Topology of(EntriesLog log, StateTopics topics, int minInsyncReplicas) {
    return of(log, topics, minInsyncReplicas, LineObserver.NOBODY, null);
  }

  /**
   * @param minInsyncReplicas of the changelogs
   * @param traces null where tracing is off; nothing that is decided depends on it
   */
  public static Topology of(
      EntriesLog log,
      StateTopics topics,
      int minInsyncReplicas,
      LineObserver observer,
      @Nullable RecordTraces traces) {
    Topology topology = new Topology();
    // Without a reset a lost position stops the line instead of moving it.
    topology.addSource(
        AutoOffsetReset.none(),
        SOURCE,
        new RecordTime(),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        Topics.ENTRIES.name());
    var stores = new Stores(minInsyncReplicas).all();
    topology.addProcessor(PROCESSOR, supplier(log, topics, observer, traces, stores), SOURCE);
    sink(topology, RESULTS, Topics.RESULTS);
    sink(topology, WINNERS, Topics.WINNERS);
    sink(topology, PROMOTION_VIEWS, Topics.PROMOTIONS);
    topology.addSink(
        DEAD_LETTERS,
        Topics.DEAD_LETTERS.name(),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        ONLY,
        PROCESSOR);
    return topology;
  }

  private static void sink(Topology topology, String name, Topic<?> topic) {
    topology.addSink(
        name, topic.name(), topic.key().serializer(), topic.value().serializer(), HOME, PROCESSOR);
  }

  private static ProcessorSupplier<byte[], byte[], Object, Object> supplier(
      EntriesLog log,
      StateTopics topics,
      LineObserver observer,
      @Nullable RecordTraces traces,
      Set<StoreBuilder<?>> stores) {
    return new ProcessorSupplier<>() {
      @Override
      public Processor<byte[], byte[], Object, Object> get() {
        return new SequencerProcessor(log, topics, observer, traces);
      }

      @Override
      public Set<StoreBuilder<?>> stores() {
        return stores;
      }
    };
  }
}
