package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import nth.sequencer.Procedure;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Offsets that a broker gives only after a crash. */
class SequencerProcessorTest {

  private final PlainLog log = PlainLog.empty();
  private List<Uuid> changelogs = PlainLog.CHANGELOGS;
  private final MockProcessorContext<Object, Object> context =
      new MockProcessorContext<>(Driver.settings(), new TaskId(0, 0), Driver.stateDir().toFile());
  private final SequencerProcessor processor =
      new SequencerProcessor(log, () -> changelogs, LineObserver.NOBODY, null);

  @BeforeEach
  void open() {
    new Stores(1)
        .all()
        .forEach(
            builder -> {
              StateStore store = builder.withLoggingDisabled().withCachingDisabled().build();
              store.init(context.getStateStoreContext(), store);
              context.addStateStore(store);
            });
    processor.init(context);
  }

  @Test
  void appliedOffset_isSkipped_alsoAfterARestoration() {
    defineAt(0);
    defineAt(0);
    processor.init(context);
    defineAt(0);

    assertThat(context.forwarded("results")).hasSize(1);
    assertThat(guard().lastOffset()).isZero();
    assertThat(skipped()).isEqualTo(2.0);
  }

  @Test
  void offsetsOfTransactionMarkers_mayBeMissing() {
    defineAt(0);
    defineAt(3);

    assertThat(context.forwarded("results")).hasSize(2);
    assertThat(guard().lastOffset()).isEqualTo(3);
  }

  @Test
  @Tag("O-01")
  @Procedure("Positions were forgotten")
  void stateOlderThanThePosition_isNotNumberedFrom() {
    defineAt(0);
    log.records.add(2L);

    assertThatThrownBy(() -> defineAt(3))
        .isInstanceOf(StaleState.class)
        .hasMessageContaining("The state ends at 0-0 but the next record is 0-3");
    assertThat(context.forwarded("results")).hasSize(1);
    assertThat(guard().lastOffset()).isZero();
  }

  @Test
  void unreadableRecord_movesTheGuard() {
    context.setRecordMetadata(Topics.ENTRIES.name(), 0, 0);
    processor.process(new Record<>(null, null, 7_000));

    assertThat(guard()).isEqualTo(new Guard(PlainLog.TOPIC, 1, 0, 7_000, changelogs));
  }

  @Test
  @Tag("O-13")
  void stateOfChangelogsThatWereMadeAnew_isNotNumberedFrom() {
    defineAt(0);
    changelogs = List.of(new Uuid(0, 1), new Uuid(9, 9), new Uuid(0, 3));

    assertThatThrownBy(() -> processor.init(context))
        .isInstanceOf(LineStopped.class)
        .hasMessageContaining("rebuild-state --discard");
  }

  private void defineAt(long offset) {
    context.setRecordMetadata(Topics.ENTRIES.name(), 0, offset);
    byte[] value = Json.strict().writeValueAsBytes(Samples.DEFINE);
    long at = Samples.at(-59).toEpochMilli();
    processor.process(
        new Record<>(Driver.bytes(Samples.EVENT.value()), value, at, Headers.of(Samples.DEFINE)));
  }

  private Guard guard() {
    KeyValueStore<String, Guard> store = context.getStateStore(Stores.GUARD);
    return store.get(Stores.GUARD_KEY);
  }

  private double skipped() {
    return context.metrics().metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("skipped-total"))
        .mapToDouble(metric -> (double) metric.metricValue())
        .sum();
  }
}
