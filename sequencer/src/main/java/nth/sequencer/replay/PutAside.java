package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import nth.contract.CommandReading.Unreadable;
import nth.contract.DeadLetter;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Topics;
import nth.sequencer.replay.Finding.Kind;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of the line. Each unreadable command has exactly one, for as long as the topic
 * keeps them; no readable command has any.
 */
final class PutAside {

  private static final String CLAIMED = "claimed";

  /** As the topic is made. */
  private static final Duration KEPT = Duration.ofDays(30);

  private final Evidence evidence;
  private final boolean cut;
  private Instant oldest = Instant.MAX;
  private long letters;
  private long claimed;
  private long expired;

  /**
   * @param start the first offset that is still there
   */
  PutAside(Evidence evidence, long start) {
    this.evidence = evidence;
    this.cut = start > 0;
  }

  /** Reads all there are; before any command is asked about. */
  void read(Tape tape) {
    for (var record = tape.take(); record != null; record = tape.take()) {
      if (oldest == Instant.MAX) {
        oldest = Instant.ofEpochMilli(record.timestamp());
      }
      Position source = source(record);
      if (source != null && evidence.frozen().holds(source.partition(), source)) {
        keep(record, source);
      }
    }
  }

  private static @Nullable Position source(ConsumerRecord<byte[], byte[]> record) {
    return DeadLetter.Source.of(record.headers())
        .filter(from -> from.topic().equals(Topics.ENTRIES.name()))
        .filter(from -> from.partition() >= 0 && from.offset() >= 0)
        .map(from -> new Position(from.partition(), from.offset()))
        .orElse(null);
  }

  private void keep(ConsumerRecord<byte[], byte[]> record, Position source) {
    if (evidence.people().putAside(source.partition(), source.offset()) != null) {
      find(Kind.EXTRA_DEAD_LETTER, Findings.place(record), source, "is put aside a second time");
      return;
    }
    letters++;
    String reason = Headers.text(record.headers(), DeadLetter.REASON);
    String sum = Headers.text(record.headers(), DeadLetter.SHA256);
    String what = reason + " " + sum + " " + Findings.place(record);
    evidence.people().putAside(source.partition(), source.offset(), what.getBytes(UTF_8));
  }

  /** Whether there is one, or was one that has expired. Compares it. */
  boolean claim(Unreadable reading, ConsumerRecord<byte[], byte[]> command) {
    Position position = new Position(command.partition(), command.offset());
    byte[] found = evidence.people().putAside(command.partition(), command.offset());
    if (found == null) {
      boolean gone = mayBeGone(Instant.ofEpochMilli(command.timestamp()));
      expired += gone ? 1 : 0;
      return gone;
    }
    claimed++;
    evidence.people().putAside(command.partition(), command.offset(), CLAIMED.getBytes(UTF_8));
    String[] words = new String(found, UTF_8).split(" ", 3);
    byte[] value = command.value() == null ? new byte[0] : command.value();
    if (!words[0].equals(reading.reason().wire()) || !words[1].equals(DeadLetter.sha256(value))) {
      String detail =
          "says %s of other bytes, or should say %s".formatted(words[0], reading.reason().wire());
      find(Kind.DIFFERENT_DEAD_LETTER, words[2], position, detail);
    }
    return true;
  }

  /**
   * Whether a letter on a command of that time may have been there: it would stand before the
   * oldest one, on a topic that was cut or made anew, or has expired. Without any letter an
   * untouched topic and one made anew look alike, so that what is young is missed there.
   */
  private boolean mayBeGone(Instant commanded) {
    boolean older = commanded.isBefore(oldest);
    boolean known = cut || oldest != Instant.MAX;
    return (known && older) || commanded.isBefore(evidence.frozen().at().minus(KEPT));
  }

  /** The command there is readable: a dead letter of it is one too many. */
  void refuse(Position position) {
    byte[] found =
        claimed == letters
            ? null
            : evidence.people().putAside(position.partition(), position.offset());
    if (found != null) {
      claimed++;
      String where = new String(found, UTF_8).split(" ", 3)[2];
      find(Kind.EXTRA_DEAD_LETTER, where, position, "puts a readable command aside");
    }
  }

  void missing(Position position, Unreadable reading) {
    String detail =
        "a command that is unreadable (%s) was not put aside".formatted(reading.reason().wire());
    find(Kind.MISSING_DEAD_LETTER, Topics.DEAD_LETTERS.name(), position, detail);
  }

  /** Unreadable commands with a dead letter. */
  long count() {
    return claimed;
  }

  /** Unreadable commands whose dead letter has expired. */
  long expired() {
    return expired;
  }

  private void find(Kind kind, String where, Position position, String detail) {
    evidence.findings().add(kind, null, where, position.toString(), detail);
  }
}
