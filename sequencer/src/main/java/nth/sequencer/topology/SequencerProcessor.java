package nth.sequencer.topology;

import io.micrometer.tracing.Span;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.Topics;
import nth.trace.RecordTraces;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Applies one partition of {@code nth.entries}, record by record, each exactly once. */
final class SequencerProcessor implements Processor<byte[], byte[], Object, Object> {

  private final EntriesLog log;
  private final StateTopics topics;
  private final LineObserver observer;
  private final @Nullable RecordTraces traces;

  // All set by init, which is called again whenever the state has been restored anew.
  private ProcessorContext<Object, Object> context;
  private int partition;
  private KeyValueStore<String, Guard> guards;
  private Guard guard;
  private StoredMemory memory;
  private CommandApplication commands;
  private Sensor skipped;

  /**
   * @param traces null where tracing is off
   */
  SequencerProcessor(
      EntriesLog log, StateTopics topics, LineObserver observer, @Nullable RecordTraces traces) {
    this.log = log;
    this.topics = topics;
    this.observer = observer;
    this.traces = traces;
  }

  @Override
  public void init(ProcessorContext<Object, Object> context) {
    this.context = context;
    partition = context.taskId().partition();
    guards = context.getStateStore(Stores.GUARD);
    guard = Guard.opening(guards.get(Stores.GUARD_KEY), partition, log, topics.unchanged());
    memory = new StoredMemory(context);
    commands = new CommandApplication(memory, outlet());
    skipped = Counters.of(context, "skipped");
    observer.tookUp();
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    if (guard.covers(at.offset())) {
      skipped.record();
      observer.passedOver();
      return;
    }
    Position position = new Position(partition, at.offset());
    Span span =
        traces == null
            ? null
            : traces.receiving("decide", Topics.ENTRIES, position, record.headers());
    if (span == null) {
      decide(record, position);
    } else {
      traces.within(span, () -> decide(record, position));
    }
  }

  private void decide(Record<byte[], byte[]> record, Position position) {
    checkNothingMissed(position.offset());
    long logTime = guard.logTime(record.timestamp());
    commands.apply(
        CommandApplication.reading(record, partition, guard.partitions()),
        record,
        position,
        logTime);
    guard = guard.after(position.offset(), logTime);
    guards.put(Stores.GUARD_KEY, guard);
    observer.decided(record.timestamp());
  }

  /** Also before it is begun again on state that was restored anew. */
  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }

  /** Offsets may jump over transaction markers, never over a record. */
  private void checkNothingMissed(long offset) {
    if (offset > guard.next() && log.holdsRecord(partition, guard.next(), offset)) {
      throw new StaleState(
          "The state ends at %d-%d but the next record is %d-%d: it must be restored again."
              .formatted(partition, guard.lastOffset(), partition, offset));
    }
  }

  private CommandApplication.Outlet outlet() {
    Sensor deadLettered = Counters.of(context, "dead-lettered");
    return (sink, record) -> {
      boolean dead = sink.equals(SequencerTopology.DEAD_LETTERS);
      // A dead letter keeps the headers it was received with.
      if (traces != null && !dead) {
        traces.passOn(record.headers());
      }
      context.forward(record, sink);
      switch (sink) {
        case SequencerTopology.RESULTS -> observer.answered((Result) record.value());
        case SequencerTopology.WINNERS -> observer.won();
        case SequencerTopology.DEAD_LETTERS -> {
          deadLettered.record();
          observer.putAside();
        }
        default -> {}
      }
    };
  }
}
