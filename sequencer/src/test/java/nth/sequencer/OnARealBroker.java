package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import nth.contract.EventId;
import nth.contract.Result.EntryNumbered;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Every test has a broker of its own, which creates no topic by itself, and no database. */
abstract class OnARealBroker {

  static final EventId EVENT = new EventId("opening");
  static final Duration LIMIT = Duration.ofMinutes(2);

  RealBroker broker;
  Wire wire;

  @BeforeEach
  void open() {
    broker = broker();
    wire = new Wire(broker.bootstrapServers());
  }

  @AfterEach
  void close() {
    wire.close();
    broker.close();
  }

  RealBroker broker() {
    return RealParts.broker();
  }

  RunningSequencer start(Path stateDir) {
    return start(stateDir, Map.of());
  }

  RunningSequencer start(Path stateDir, Map<String, String> more) {
    return new RunningSequencer(broker.bootstrapServers(), stateDir, more);
  }

  /** Asks the jar for a command. */
  Asked ask(Map<String, String> more, String... arguments) {
    Map<String, String> settings = new TreeMap<>(more);
    settings.put("spring.kafka.bootstrap-servers", broker.bootstrapServers());
    settings.put("nth.data-dir", RunningSequencer.freshStateDir().toString());
    return Asked.of(settings, arguments);
  }

  static void awaitReady(RunningSequencer line) {
    await()
        .atMost(LIMIT)
        .failFast(() -> assertThat(line.exits()).isEmpty())
        .until(() -> line.health("readiness") == 200);
  }

  static void awaitExit(RunningSequencer line, String sentence) {
    // A thread of the line may fail meanwhile: that is what the line has to cope with.
    await()
        .dontCatchUncaughtExceptions()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(line.exits()).first().asString().contains(sentence));
  }

  void awaitNumbers(RunningSequencer line, long last) {
    List<Long> expected = LongStream.rangeClosed(1, last).boxed().toList();
    await()
        .atMost(LIMIT)
        .failFast(() -> assertThat(line.exits()).isEmpty())
        .untilAsserted(() -> assertThat(numbers()).isEqualTo(expected));
  }

  List<Long> numbers() {
    return numbered().stream().map(result -> result.seq().value()).toList();
  }

  List<EntryNumbered> numbered() {
    return wire.history().results().stream()
        .filter(EntryNumbered.class::isInstance)
        .map(EntryNumbered.class::cast)
        .filter(result -> result.origin().isEffect())
        .toList();
  }

  /** As an earlier sequencer would have, whose first attempt was committed or not. */
  void writeResult(boolean commit) {
    try (var producer = wire.producer(Map.of("transactional.id", "earlier"))) {
      producer.initTransactions();
      producer.beginTransaction();
      byte[] key = EVENT.value().getBytes(UTF_8);
      producer.send(new ProducerRecord<>(Topics.RESULTS.name(), 0, key, key));
      producer.flush();
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  /** Returns when the broker itself says so. */
  void setOnEntries(String key, String value) throws ExecutionException, InterruptedException {
    var topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.ENTRIES.name());
    var entry = new ConfigEntry(key, value);
    var change = new AlterConfigOp(entry, AlterConfigOp.OpType.SET);
    wire.admin.incrementalAlterConfigs(Map.of(topic, List.of(change))).all().get();
    await()
        .atMost(LIMIT)
        .until(
            () ->
                wire.admin
                    .describeConfigs(List.of(topic))
                    .all()
                    .get()
                    .get(topic)
                    .get(key)
                    .value()
                    .equals(value));
  }
}
