package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import nth.contract.Command;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Topic;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.fixtures.Samples;
import nth.contract.guarantees.History;
import nth.contract.guarantees.History.WinnerRecord;
import nth.trace.RecordTraces;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The topology on Kafka's test driver, with what went in and came out as bytes. */
final class Driver implements AutoCloseable {

  static final Instant START = Instant.parse("2027-03-28T10:00:00Z");

  final TopologyTestDriver kafka;
  private final TestInputTopic<byte[], byte[]> entries;

  Driver() {
    this(PlainLog.empty());
  }

  Driver(EntriesLog log) {
    this(log, null);
  }

  Driver(EntriesLog log, @Nullable RecordTraces traces) {
    this(log, traces, settings());
  }

  Driver(Properties settings) {
    this(PlainLog.empty(), null, settings);
  }

  private Driver(EntriesLog log, @Nullable RecordTraces traces, Properties settings) {
    kafka =
        new TopologyTestDriver(
            SequencerTopology.of(log, () -> PlainLog.CHANGELOGS, 1, LineObserver.NOBODY, traces),
            settings);
    entries =
        kafka.createInputTopic(
            Topics.ENTRIES.name(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  static Properties settings() {
    return StreamsSettings.of(
        Map.of("bootstrap.servers", "nowhere:1"),
        new TopicSettings(1, 1, 1),
        stateDir(),
        new LineTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(2)));
  }

  static Path stateDir() {
    return Path.of("target", "state", UUID.randomUUID().toString()).toAbsolutePath();
  }

  void define(EventId event, long target) {
    accept(definition(event, target), START);
  }

  static DefinePromotion definition(EventId event, long target) {
    Definition definition =
        new Definition(Samples.targets(target), null, null, true, CountMode.LIVE);
    return new DefinePromotion(event, new RequestId("define"), START, definition);
  }

  /** Into the sample promotion. */
  void submit(UserId user, String request, int second) {
    accept(entry(user, request), START.plusSeconds(second));
  }

  static SubmitEntry entry(UserId user, String request) {
    return new SubmitEntry(Samples.EVENT, user, new RequestId(request), START);
  }

  void accept(Command command, Instant at) {
    byte[] value = Json.strict().writeValueAsBytes(command);
    pipe(bytes(command.eventId().value()), value, Headers.of(command), at);
  }

  void raw(@Nullable String key, byte @Nullable [] value, Instant at) {
    pipe(key == null ? null : bytes(key), value, new RecordHeaders(), at);
  }

  void pipe(
      byte @Nullable [] key,
      byte @Nullable [] value,
      org.apache.kafka.common.header.Headers headers,
      Instant at) {
    entries.pipeInput(new TestRecord<>(key, value, headers, at));
  }

  List<TestRecord<byte[], byte[]>> read(Topic<?> topic) {
    return kafka
        .createOutputTopic(topic.name(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  List<Result> results() {
    return read(Topics.RESULTS).stream().map(record -> parse(Topics.RESULTS, record)).toList();
  }

  History history() {
    return new History(results(), read(Topics.WINNERS).stream().map(Driver::winner).toList());
  }

  static WinnerRecord winner(TestRecord<byte[], byte[]> record) {
    Winner winner = parse(Topics.WINNERS, record);
    String dedupId = String.valueOf(Headers.text(record.headers(), Headers.DEDUP_ID));
    return new WinnerRecord(dedupId, new String(record.value(), UTF_8), winner);
  }

  static <V> V parse(Topic<V> topic, TestRecord<byte[], byte[]> record) {
    return topic.value().deserializer().deserialize(topic.name(), record.value());
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Override
  public void close() {
    kafka.close();
  }
}
