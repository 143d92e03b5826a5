package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nth.contract.Command;
import nth.contract.CommandReading;
import nth.contract.DeadLetter;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Position;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.sequencer.domain.Outcome;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import tools.jackson.databind.node.ObjectNode;

/** All topics with one partition each, in memory and open to forgery. */
final class PaperLog {

  static final Instant START = Instant.parse("2027-03-28T10:00:00.000Z");

  private final Map<String, List<ConsumerRecord<byte[], byte[]>>> topics = new HashMap<>();
  private final Books books = new Books();
  private final PartitionReplay replay;
  private long deadLettersStart;
  private Duration frozenAfter = Duration.ofSeconds(100);
  private long cameMeanwhile;
  private Duration lettersFrom = Duration.ZERO;

  /**
   * @param people of the line that writes this log
   */
  PaperLog(People people) {
    replay = new PartitionReplay(0, 1, false, books, people);
    Topics.ALL.forEach(topic -> topics.put(topic.name(), new ArrayList<>()));
  }

  List<ConsumerRecord<byte[], byte[]>> of(String topic) {
    return topics.get("nth." + topic);
  }

  /** What the line would write for it, one second after the command before. */
  void decided(Command command) {
    ConsumerRecord<byte[], byte[]> record = undecided(command);
    Instant logTime = replay.logTime(record);
    Outcome outcome = replay.decide(command, new Position(0, record.offset()), logTime);
    books.open(command.eventId()).follow(outcome, true);
    outcome.results().forEach(r -> publish(Topics.RESULTS, command, r, Headers.of(r)));
    outcome.winners().forEach(w -> publish(Topics.WINNERS, command, w, Headers.of(w)));
    outcome.views().forEach(v -> publish(Topics.PROMOTIONS, command, v, Headers.of(v)));
  }

  ConsumerRecord<byte[], byte[]> undecided(Command command) {
    return append(
        Topics.ENTRIES.name(),
        command.eventId().value().getBytes(UTF_8),
        Json.strict().writeValueAsBytes(command),
        Headers.of(command));
  }

  void putAside(String value) {
    ConsumerRecord<byte[], byte[]> record = unreadable(value);
    var reading = (CommandReading.Unreadable) replay.read(record);
    var source = new DeadLetter.Source(record.topic(), 0, record.offset(), record.timestamp());
    DeadLetter letter =
        DeadLetter.of(
            record.key(),
            record.value(),
            record.headers(),
            source,
            reading.reason(),
            reading.detail());
    append(Topics.DEAD_LETTERS.name(), letter.key(), letter.value(), letter.headers());
  }

  ConsumerRecord<byte[], byte[]> unreadable(String value) {
    return append(
        Topics.ENTRIES.name(),
        "opening".getBytes(UTF_8),
        value.getBytes(UTF_8),
        new RecordHeaders());
  }

  private <V> void publish(
      Topic<V> topic, Command command, V value, org.apache.kafka.common.header.Headers headers) {
    byte[] bytes = topic.value().serializer().serialize("", value);
    append(topic.name(), command.eventId().value().getBytes(UTF_8), bytes, headers);
  }

  private ConsumerRecord<byte[], byte[]> append(
      String topic, byte[] key, byte[] value, org.apache.kafka.common.header.Headers headers) {
    var record = record(topic, topics.get(topic).size(), key, value, headers);
    if (topic.equals(Topics.DEAD_LETTERS.name())) {
      record = stamped(record, START.plus(lettersFrom).plusSeconds(record.offset()));
    }
    topics.get(topic).add(record);
    return record;
  }

  private static ConsumerRecord<byte[], byte[]> record(
      String topic,
      long offset,
      byte[] key,
      byte[] value,
      org.apache.kafka.common.header.Headers headers) {
    return new ConsumerRecord<>(
        topic,
        0,
        offset,
        START.plusSeconds(offset).toEpochMilli(),
        TimestampType.LOG_APPEND_TIME,
        0,
        0,
        key,
        value,
        headers,
        Optional.empty());
  }

  private static ConsumerRecord<byte[], byte[]> stamped(
      ConsumerRecord<byte[], byte[]> record, Instant time) {
    return new ConsumerRecord<>(
        record.topic(),
        0,
        record.offset(),
        time.toEpochMilli(),
        TimestampType.LOG_APPEND_TIME,
        0,
        0,
        record.key(),
        record.value(),
        record.headers(),
        Optional.empty());
  }

  /** When the first dead letter was written. */
  void lettersFrom(Duration sinceStart) {
    lettersFrom = sinceStart;
  }

  /** Appends the same record once more. */
  void copy(String topic, int index) {
    var record = of(topic).get(index);
    append(record.topic(), record.key(), record.value(), record.headers());
  }

  void replaceKey(String topic, int index, String key) {
    var record = of(topic).get(index);
    replace(topic, index, key.getBytes(UTF_8), record.value(), record.headers());
  }

  void replaceValue(String topic, int index, byte[] value) {
    var record = of(topic).get(index);
    replace(topic, index, record.key(), value, record.headers());
  }

  void replaceHeader(String topic, int index, String name, String text) {
    var record = of(topic).get(index);
    var headers = new RecordHeaders(record.headers());
    headers.remove(name).add(name, text.getBytes(UTF_8));
    replace(topic, index, record.key(), record.value(), headers);
  }

  /** Sets one member of the JSON object. */
  void set(String topic, int index, String member, String json) {
    var tree = (ObjectNode) Json.tolerant().readTree(of(topic).get(index).value());
    tree.set(member, Json.tolerant().readTree(json));
    replaceValue(topic, index, tree.toString().getBytes(UTF_8));
  }

  private void replace(
      String topic,
      int index,
      byte[] key,
      byte[] value,
      org.apache.kafka.common.header.Headers headers) {
    of(topic).set(index, record("nth." + topic, index, key, value, headers));
  }

  void swap(String topic, int one, int other) {
    var first = of(topic).get(one);
    var second = of(topic).get(other);
    replace(topic, one, second.key(), second.value(), second.headers());
    replace(topic, other, first.key(), first.value(), first.headers());
  }

  void frozenAfter(Duration sinceStart) {
    frozenAfter = sinceStart;
  }

  /** Whatever came first has expired. */
  void expire(int deadLetters) {
    deadLettersStart = deadLetters;
    of("dead-letters").subList(0, deadLetters).clear();
  }

  /** Freezes the entries before the last ones, which come while the rest is frozen. */
  void cameMeanwhile(int commands) {
    cameMeanwhile = commands;
  }

  Report audit(Scope scope, Path folder) throws InterruptedException {
    try (People people = new People(folder)) {
      Frozen frozen = frozen();
      Tapes tapes = (topic, partition) -> new ListTape(records(topic, frozen));
      return new Audit(frozen, tapes, scope, false, people)
          .run(null, () -> frozen, new ProgressLine(new java.io.PrintWriter(System.err), false, 0));
    }
  }

  private List<ConsumerRecord<byte[], byte[]>> records(Topic<?> topic, Frozen frozen) {
    long end = frozen.range(topic, 0).end();
    return topics.get(topic.name()).stream().filter(record -> record.offset() < end).toList();
  }

  private Frozen frozen() {
    Map<TopicPartition, Range> ranges = new HashMap<>();
    topics.forEach(
        (topic, records) -> ranges.put(new TopicPartition(topic, 0), new Range(0, Long.MAX_VALUE)));
    long entries = of("entries").size();
    ranges.put(new TopicPartition("nth.entries", 0), new Range(0, entries - cameMeanwhile));
    ranges.put(
        new TopicPartition("nth.dead-letters", 0), new Range(deadLettersStart, Long.MAX_VALUE));
    return new Frozen(START.plus(frozenAfter), 1, ranges, Map.of(0, entries));
  }

  private static final class ListTape implements Tape {
    private final Iterator<ConsumerRecord<byte[], byte[]>> records;

    ListTape(List<ConsumerRecord<byte[], byte[]>> records) {
      this.records = records.iterator();
    }

    @Override
    public ConsumerRecord<byte[], byte[]> take() {
      return records.hasNext() ? records.next() : null;
    }

    @Override
    public void close() {}
  }
}
