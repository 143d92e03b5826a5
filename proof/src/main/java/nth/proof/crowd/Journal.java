package nth.proof.crowd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import nth.contract.EventId;
import nth.contract.Position;
import org.jspecify.annotations.Nullable;

/**
 * The crowd's own record of every request and answer: 48 bytes each in memory, and a line in a file
 * for whoever wants to look.
 */
public final class Journal implements AutoCloseable {

  private static final int SENT = 0;
  private static final int ANSWERED = 1;
  private static final int WHO = 2;
  private static final int POSITION = 3;
  private static final int NUMBER = 4;
  private static final int DECIDED = 5;
  private static final long NO_POSITION = -1;
  private static final Code[] CODES = Code.values();

  /**
   * A promotion of this crowd.
   *
   * @param definedAt when its definition was answered, on the {@link Timeline}; negative: never
   * @param closedAt when its closing was answered; negative: never
   */
  public record Opened(EventId id, long definedAt, long closedAt) {}

  private final Rows rows = new Rows(6);
  private final Map<Integer, String> otherIds = new HashMap<>();
  private final List<Opened> promotions = new ArrayList<>();
  private final Writer file;

  /** Keeps its lines in {@code journal.tsv} of this folder. */
  public Journal(Path folder) {
    try {
      Files.createDirectories(folder);
      file = Files.newBufferedWriter(folder.resolve("journal.tsv"));
      file.write("answered_at\tms\tevent\tuser\trequest\tingress\tstatus\tcode\tposition\tseq\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the promotion's place. */
  public synchronized int open(EventId id) {
    promotions.add(new Opened(id, -1, -1));
    return promotions.size() - 1;
  }

  public synchronized void defined(int promotion, long at) {
    Opened opened = promotions.get(promotion);
    promotions.set(promotion, new Opened(opened.id(), at, opened.closedAt()));
  }

  public synchronized void closed(int promotion, long at) {
    Opened opened = promotions.get(promotion);
    promotions.set(promotion, new Opened(opened.id(), opened.definedAt(), at));
  }

  public synchronized List<Opened> promotions() {
    return List.copyOf(promotions);
  }

  public synchronized int size() {
    return rows.size();
  }

  public synchronized void add(Attempt attempt) {
    Answer answer = attempt.answer();
    if (answer.requestId() != null && !answer.requestId().equals(sentId(attempt))) {
      otherIds.put(rows.size(), answer.requestId());
    }
    rows.add(
        attempt.sentAt(),
        attempt.answeredAt(),
        who(attempt),
        place(answer.position()),
        answer.seq() << 12 | answer.status(),
        answer.decidedAtMs());
    write(attempt);
  }

  /** The request id that the client knew when it sent, if any. */
  private static @Nullable String sentId(Attempt attempt) {
    return attempt.isKeyed() ? Attempt.requestId(attempt.person(), attempt.key()) : null;
  }

  // Bits from the left: promotion 16, person 24, key 8, ingress 4, code 6, winner, already.
  private static long who(Attempt attempt) {
    Answer answer = attempt.answer();
    long who = attempt.promotion();
    who = who << 24 | attempt.person();
    who = who << 8 | (attempt.key() + 1);
    who = who << 4 | attempt.ingress();
    who = who << 6 | answer.code().ordinal();
    who = who << 1 | (answer.winner() ? 1 : 0);
    return who << 1 | (answer.already() ? 1 : 0);
  }

  private static long place(@Nullable Position position) {
    return position == null ? NO_POSITION : (long) position.partition() << 48 | position.offset();
  }

  private static @Nullable Position position(long place) {
    return place == NO_POSITION
        ? null
        : new Position((int) (place >>> 48), place & 0xFFFF_FFFF_FFFFL);
  }

  public synchronized Attempt get(int row) {
    long who = rows.get(row, WHO);
    int person = (int) (who >>> 20 & 0xFF_FFFF);
    int key = (int) (who >>> 12 & 0xFF) - 1;
    long number = rows.get(row, NUMBER);
    Code code = code(row);
    int status = (int) (number & 0xFFF);
    String known = key == Attempt.NO_KEY || status == 0 ? null : Attempt.requestId(person, key);
    Answer answer =
        new Answer(
            status,
            code,
            position(rows.get(row, POSITION)),
            otherIds.getOrDefault(row, known),
            number >>> 12,
            (who & 2) != 0,
            (who & 1) != 0,
            rows.get(row, DECIDED));
    return new Attempt(
        promotion(row),
        person,
        key,
        (int) (who >>> 8 & 0xF),
        rows.get(row, SENT),
        rows.get(row, ANSWERED),
        answer);
  }

  private int promotion(int row) {
    return (int) (rows.get(row, WHO) >>> 44);
  }

  private Code code(int row) {
    return CODES[(int) (rows.get(row, WHO) >>> 2 & 0x3F)];
  }

  public void forEach(Consumer<Attempt> visitor) {
    int size = size();
    for (int row = 0; row < size; row++) {
      visitor.accept(get(row));
    }
  }

  /** The rows of each promotion, by its place. */
  public synchronized List<int[]> byPromotion() {
    int[] counts = new int[promotions.size()];
    for (int row = 0; row < rows.size(); row++) {
      counts[promotion(row)]++;
    }
    List<int[]> sorted = new ArrayList<>();
    for (int count : counts) {
      sorted.add(new int[count]);
    }
    for (int row = rows.size() - 1; row >= 0; row--) {
      int promotion = promotion(row);
      sorted.get(promotion)[--counts[promotion]] = row;
    }
    return sorted;
  }

  public synchronized long count(Code code) {
    long[] count = new long[1];
    eachOf(code, row -> count[0]++);
    return count[0];
  }

  /** Answered with 202 or 200. */
  public synchronized long accepted() {
    return count(Code.QUEUED) + count(Code.DECIDED);
  }

  /** When each 202 and 200 came, rising. */
  synchronized long[] acceptedAt() {
    Times times = new Times();
    eachOf(Code.QUEUED, row -> times.add(rows.get(row, ANSWERED)));
    eachOf(Code.DECIDED, row -> times.add(rows.get(row, ANSWERED)));
    return times.rising();
  }

  /** The newest position that was answered with 202 or 200, of each partition. */
  public synchronized Map<Integer, Long> lastAccepted() {
    Map<Integer, Long> last = new HashMap<>();
    for (int row = 0; row < rows.size(); row++) {
      Position position = position(rows.get(row, POSITION));
      if (position != null) {
        last.merge(position.partition(), position.offset(), Math::max);
      }
    }
    return last;
  }

  /** Every 202 of one partition. */
  synchronized void eachAccepted(int partition, Acknowledgement visitor) {
    eachOf(
        Code.QUEUED,
        row -> {
          Position position = position(rows.get(row, POSITION));
          if (position != null && position.partition() == partition) {
            visitor.at(rows.get(row, SENT), rows.get(row, ANSWERED), position.offset());
          }
        });
  }

  /** A 202. */
  interface Acknowledgement {
    void at(long sentAt, long answeredAt, long offset);
  }

  private void eachOf(Code code, IntConsumer visitor) {
    for (int row = 0; row < rows.size(); row++) {
      if (code(row) == code) {
        visitor.accept(row);
      }
    }
  }

  private void write(Attempt attempt) {
    Answer answer = attempt.answer();
    String line =
        String.join(
            "\t",
            Timeline.at(attempt.answeredAt()).toString(),
            Long.toString(Duration.ofNanos(attempt.answeredAt() - attempt.sentAt()).toMillis()),
            promotions.get(attempt.promotion()).id().value(),
            attempt.userId(),
            String.valueOf(answer.requestId() == null ? sentId(attempt) : answer.requestId()),
            Integer.toString(attempt.ingress()),
            Integer.toString(answer.status()),
            answer.code().wire(),
            String.valueOf(answer.position()),
            Long.toString(answer.seq()));
    try {
      file.append(line).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized void flush() {
    try {
      file.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
