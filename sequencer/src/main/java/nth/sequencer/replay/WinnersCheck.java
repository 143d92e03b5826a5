package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Position;
import nth.contract.Topics;
import nth.contract.Winner;
import nth.sequencer.replay.Finding.Kind;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** K4: every win is published, as one content however often, and nothing else is. */
final class WinnersCheck {

  private final Evidence evidence;
  private final Map<String, Long> lastSeq = new HashMap<>();
  private long records;
  private long repeats;

  WinnersCheck(Evidence evidence) {
    this.evidence = evidence;
  }

  /** After the replay. */
  void read(Tape tape) {
    for (var record = tape.take(); record != null; record = tape.take()) {
      if (evidence.scope().covers(record.key())) {
        judge(record);
      }
    }
  }

  private void judge(ConsumerRecord<byte[], byte[]> record) {
    records++;
    JsonNode value = json(record.value());
    Position position =
        value == null ? null : Positions.of(value.path("position").stringValue(null));
    if (value == null || position == null) {
      find(
          Kind.UNREADABLE,
          key(record),
          record,
          null,
          "is no winner: it is no JSON object with a position");
      return;
    }
    String event = value.path("event_id").stringValue("");
    EventBook book = evidence.books().find(event);
    Expected<Winner> must = book == null ? null : book.winners().get(value.path("seq").asLong(0));
    if (must != null) {
      compare(must, record);
    } else if (!evidence.frozen().cameMeanwhile(position.partition(), position.offset())) {
      find(
          Kind.EXTRA_WINNER,
          event,
          record,
          position,
          "nobody won this: %s".formatted(value.path("dedup_id")));
    }
  }

  private void compare(Expected<Winner> must, ConsumerRecord<byte[], byte[]> record) {
    Winner winner = must.value();
    String event = winner.eventId().value();
    byte[] bytes = Topics.WINNERS.value().serializer().serialize("", winner);
    String wrong =
        must.says(record.value())
            ? Differences.inEnvelope(record, winner.eventId(), Headers.of(winner))
            : Differences.inValue(bytes, record.value());
    if (!wrong.isEmpty()) {
      find(Kind.DIFFERENT_WINNER, event, record, winner.position(), wrong);
      return;
    }
    long seq = winner.seq().value();
    if (must.found() > 0) {
      repeats++;
    } else if (lastSeq.getOrDefault(event, 0L) > seq) {
      find(Kind.LATE_WINNER, event, record, winner.position(), "stands behind a later winner");
    }
    if (!must.found(record)) {
      find(
          Kind.DIFFERENT_WINNER,
          event,
          record,
          winner.position(),
          "says the same in other bytes than the record before");
    }
    lastSeq.merge(event, seq, Math::max);
  }

  /** When all partitions have been read. */
  void finish() {
    for (EventBook book : evidence.books().all()) {
      for (Expected<Winner> must : book.winners().values()) {
        if (must.decided() && must.found() == 0) {
          Winner winner = must.value();
          String detail =
              "%s, who has number %d, was not published"
                  .formatted(winner.userId(), winner.seq().value());
          evidence
              .findings()
              .add(
                  Kind.MISSING_WINNER,
                  book.event().value(),
                  Topics.WINNERS.name(),
                  winner.position().toString(),
                  detail);
        }
      }
    }
  }

  long records() {
    return records;
  }

  /** Records that said again what one before them said: allowed, since payers pay once per id. */
  long repeats() {
    return repeats;
  }

  static @Nullable JsonNode json(byte @Nullable [] value) {
    try {
      JsonNode tree = value == null ? null : Json.tolerant().readTree(value);
      return tree != null && tree.isObject() ? tree : null;
    } catch (JacksonException e) {
      // Whoever asks reports it.
      return null;
    }
  }

  static @Nullable String key(ConsumerRecord<byte[], byte[]> record) {
    return record.key() == null ? null : new String(record.key(), UTF_8);
  }

  private void find(
      Kind kind,
      @Nullable String event,
      ConsumerRecord<?, ?> record,
      @Nullable Position position,
      String detail) {
    String at = position == null ? null : position.toString();
    evidence.findings().add(kind, event, Findings.place(record), at, detail);
  }
}
