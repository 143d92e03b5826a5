package nth.sequencer.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nth.contract.Position;
import nth.sequencer.replay.Finding.Kind;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One partition of {@code nth.results}, read beside the replay: the answers to one command after
 * the other. What stands out of its order is found here, and everything is shown to K1 and K2 in
 * the order in which it stands.
 */
final class Answers {

  private static final int EARLY_KEPT = 1_000;

  private final Tape tape;
  private final int partition;
  private final Evidence evidence;

  /** Read and not handed out: two, so that one that stands too early can be told. */
  private final Deque<Answer> ahead = new ArrayDeque<>();

  private final Map<Long, List<Answer>> early = new HashMap<>();
  private long reached = -1;

  Answers(Tape tape, int partition, Evidence evidence) {
    this.tape = tape;
    this.partition = partition;
    this.evidence = evidence;
  }

  /** The answers to the command there; to be asked in rising order. */
  List<Answer> to(long offset) {
    List<Answer> found = new ArrayList<>();
    List<Answer> stoodEarly = early.remove(offset);
    if (stoodEarly != null) {
      found.addAll(stoodEarly);
    }
    for (Answer next = next(); next != null; next = next()) {
      long at = next.position().offset();
      if (at > offset && !standsTooEarly(next, offset, found.isEmpty())) {
        break;
      }
      ahead.remove();
      if (at == offset) {
        found.add(next);
      } else if (at < offset) {
        extra(next, "answers a command behind the answers to later ones");
      }
    }
    return found;
  }

  /** Whether that command has an answer, or a later one has. */
  boolean decided(long offset) {
    return reached >= offset;
  }

  /** What still stands there when all commands have been replayed. */
  void rest() {
    for (Answer next = next(); next != null; next = next()) {
      ahead.remove();
      extra(next, "answers a command that is answered already, or does not exist");
    }
    early.values().forEach(left -> left.forEach(a -> extra(a, "answers no command")));
  }

  /**
   * Puts it by if the one behind it should stand before it.
   *
   * @param open whether the command there has no answer yet
   */
  private boolean standsTooEarly(Answer next, long offset, boolean open) {
    if (ahead.size() < 2) {
      Answer second = read();
      if (second == null) {
        return false;
      }
      ahead.add(second);
    }
    long behind = ahead.peekLast().position().offset();
    boolean awaited = offset < behind || (open && offset == behind);
    boolean tooEarly = awaited && behind < next.position().offset();
    if (tooEarly && early.size() < EARLY_KEPT) {
      find(Kind.LATE_RESULT, next, "stands before the answer to " + ahead.peekLast().position());
      early.computeIfAbsent(next.position().offset(), o -> new ArrayList<>()).add(next);
    }
    return tooEarly;
  }

  private @Nullable Answer next() {
    if (ahead.isEmpty()) {
      Answer read = read();
      if (read != null) {
        ahead.add(read);
      }
    }
    return ahead.peek();
  }

  /** The next that answers a command which was frozen, and is about a promotion in scope. */
  private @Nullable Answer read() {
    for (var record = tape.take(); record != null; record = tape.take()) {
      Answer answer = evidence.scope().covers(record.key()) ? judged(record) : passed(record);
      if (answer != null) {
        return answer;
      }
    }
    return null;
  }

  private @Nullable Answer passed(ConsumerRecord<byte[], byte[]> record) {
    Position position = Positions.of(record);
    if (position != null) {
      reach(position);
    }
    return null;
  }

  private @Nullable Answer judged(ConsumerRecord<byte[], byte[]> record) {
    Answer answer = Answer.read(record);
    if (answer == null) {
      String detail = "is no result: it is no JSON object with a position";
      evidence.findings().add(Kind.UNREADABLE, null, Findings.place(record), null, detail);
      return null;
    }
    Position position = answer.position();
    if (position.partition() == partition
        && evidence.frozen().cameMeanwhile(partition, position.offset())) {
      return null;
    }
    evidence.published().see(answer);
    if (!evidence.frozen().holds(partition, position)) {
      extra(answer, "answers a command that does not exist");
      return null;
    }
    reach(position);
    return answer;
  }

  private void reach(Position position) {
    if (evidence.frozen().holds(partition, position)) {
      reached = Math.max(reached, position.offset());
    }
  }

  private void extra(Answer answer, String detail) {
    find(Kind.EXTRA_RESULT, answer, detail);
  }

  private void find(Kind kind, Answer answer, String detail) {
    evidence
        .findings()
        .add(kind, answer.event(), answer.where(), answer.position().toString(), detail);
  }
}
