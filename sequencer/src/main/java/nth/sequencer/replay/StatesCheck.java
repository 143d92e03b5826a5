package nth.sequencer.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.Topics;
import nth.sequencer.replay.Finding.Kind;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What {@code nth.promotions} tells settlement: every record that compaction left says what the
 * promotion was after that command, and the last one of each promotion is its last state.
 */
final class StatesCheck {

  private final Evidence evidence;

  /** By event id: which of its states stands last on the topic. */
  private final Map<String, Integer> last = new HashMap<>();

  private long records;

  StatesCheck(Evidence evidence) {
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
    String key = WinnersCheck.key(record);
    JsonNode value = WinnersCheck.json(record.value());
    Position position = value == null ? null : writtenBy(value);
    if (position == null) {
      find(Kind.UNREADABLE, key, record, null, "is no state: it is no JSON object with a position");
      return;
    }
    String event = value.path("event_id").stringValue("");
    EventBook book = evidence.books().find(event);
    int index = book == null ? -1 : indexOf(book.states(), position, record.value());
    if (index >= 0) {
      accept(book, index, record);
    } else if (!evidence.frozen().cameMeanwhile(position.partition(), position.offset())) {
      refuse(book, event, position, record);
    } else if (book != null) {
      last.put(event, book.states().size());
    }
  }

  /** A retirement leaves the position as it was, and says its own. */
  private static @Nullable Position writtenBy(JsonNode value) {
    String member = value.has("retired_by") ? "retired_by" : "position";
    return Positions.of(value.path(member).stringValue(null));
  }

  private static Position writtenBy(PromotionView view) {
    return view.retiredBy() == null ? view.position() : view.retiredBy();
  }

  private static int indexOf(
      List<Expected<PromotionView>> states, Position position, byte[] value) {
    for (int i = states.size() - 1; i >= 0; i--) {
      var state = states.get(i);
      if (writtenBy(state.value()).equals(position) && state.says(value)) {
        return i;
      }
    }
    return -1;
  }

  private void accept(EventBook book, int index, ConsumerRecord<byte[], byte[]> record) {
    PromotionView view = book.states().get(index).value();
    String event = book.event().value();
    String wrong = Differences.inEnvelope(record, book.event(), Headers.of(view));
    if (!wrong.isEmpty()) {
      find(Kind.DIFFERENT_STATE, event, record, writtenBy(view), wrong);
    }
    if (index < last.getOrDefault(event, -1)) {
      find(Kind.LATE_STATE, event, record, writtenBy(view), "stands behind a later state");
    }
    book.states().get(index).found(record);
    last.put(event, index);
  }

  private void refuse(
      @Nullable EventBook book,
      String event,
      Position position,
      ConsumerRecord<byte[], byte[]> record) {
    var there =
        book == null
            ? List.<Expected<PromotionView>>of()
            : book.states().stream().filter(s -> writtenBy(s.value()).equals(position)).toList();
    if (there.isEmpty()) {
      find(Kind.EXTRA_STATE, event, record, position, "no command there changed this promotion");
    } else {
      PromotionView must = there.get(there.size() - 1).value();
      byte[] bytes = Topics.PROMOTIONS.value().serializer().serialize("", must);
      find(
          Kind.DIFFERENT_STATE,
          event,
          record,
          position,
          Differences.inValue(bytes, record.value()));
    }
  }

  /** When all partitions have been read. */
  void finish() {
    for (EventBook book : evidence.books().all()) {
      int must = lastDecided(book.states());
      if (must > last.getOrDefault(book.event().value(), -1)) {
        Position position = writtenBy(book.states().get(must).value());
        evidence
            .findings()
            .add(
                Kind.MISSING_STATE,
                book.event().value(),
                Topics.PROMOTIONS.name(),
                position.toString(),
                "the last state is not the last one there");
      }
    }
  }

  private static int lastDecided(List<Expected<PromotionView>> states) {
    for (int i = states.size() - 1; i >= 0; i--) {
      if (states.get(i).decided()) {
        return i;
      }
    }
    return -1;
  }

  long records() {
    return records;
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
