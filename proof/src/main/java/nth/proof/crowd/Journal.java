package nth.proof.crowd;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import nth.contract.EventId;
import nth.contract.Position;

/**
 * The crowd's own record of every request and answer: 48 bytes each in memory, and a line in a file
 * for whoever wants to look.
 */
public final class Journal implements AutoCloseable {

  /**
   * A promotion of this crowd.
   *
   * @param definedAt when its definition was answered, on the {@link Timeline}; negative: never
   * @param closedAt when its closing was answered; negative: never
   */
  public record Opened(EventId id, long definedAt, long closedAt) {}

  /** A 202. */
  interface Acknowledgement {
    void at(int partition, long sentAt, long answeredAt, long offset);
  }

  private final Rows rows = new Rows(Packed.WIDTH);
  private final Map<Integer, String> otherIds = new HashMap<>();
  private final List<Opened> promotions = new ArrayList<>();
  private final Map<Integer, Long> lastAccepted = new HashMap<>();
  private final long[] counts = new long[Code.values().length];
  private final JournalFile file;

  /** Keeps its lines in {@code journal.tsv} of this folder. */
  public Journal(Path folder) {
    file = new JournalFile(folder);
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

  public synchronized void add(Attempt attempt) {
    String answered = attempt.answer().requestId();
    if (answered != null && !answered.equals(attempt.sentId())) {
      otherIds.put(rows.size(), answered);
    }
    rows.add(Packed.row(attempt));
    counts[attempt.answer().code().ordinal()]++;
    Position position = attempt.answer().position();
    if (position != null) {
      lastAccepted.merge(position.partition(), position.offset(), Math::max);
    }
    file.write(promotions.get(attempt.promotion()).id(), attempt);
  }

  public synchronized int size() {
    return rows.size();
  }

  public synchronized Attempt get(int row) {
    return Packed.attempt(rows, row, otherIds.get(row));
  }

  /** The rows of each promotion, by its place. */
  public synchronized List<int[]> byPromotion() {
    int[] counts = new int[promotions.size()];
    for (int row = 0; row < rows.size(); row++) {
      counts[Packed.promotion(rows, row)]++;
    }
    List<int[]> sorted = new ArrayList<>();
    for (int count : counts) {
      sorted.add(new int[count]);
    }
    for (int row = rows.size() - 1; row >= 0; row--) {
      int promotion = Packed.promotion(rows, row);
      sorted.get(promotion)[--counts[promotion]] = row;
    }
    return sorted;
  }

  public synchronized long count(Code code) {
    return counts[code.ordinal()];
  }

  /** Answered with 202 or 200. */
  public synchronized long accepted() {
    return count(Code.QUEUED) + count(Code.DECIDED);
  }

  /** When each 202 and 200 came, rising. */
  synchronized long[] acceptedAt() {
    Times times = new Times();
    eachOf(Code.QUEUED, 0, row -> times.add(rows.get(row, Packed.ANSWERED)));
    eachOf(Code.DECIDED, 0, row -> times.add(rows.get(row, Packed.ANSWERED)));
    return times.rising();
  }

  /** Of those who were let in or tried in vain: when they were sent, by when that was answered. */
  synchronized Minima pressing() {
    List<long[]> pressing = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      Code code = Packed.code(rows, row);
      if (code.isAccepted() || !code.isFinal()) {
        pressing.add(new long[] {rows.get(row, Packed.ANSWERED), rows.get(row, Packed.SENT)});
      }
    }
    return new Minima(pressing);
  }

  /** The newest position that was answered, of each partition. */
  public synchronized Map<Integer, Long> lastAccepted() {
    return Map.copyOf(lastAccepted);
  }

  /** Every 202 that was answered since this moment. */
  synchronized void eachAccepted(long since, Acknowledgement visitor) {
    // Rows are added when they are answered.
    int from = rows.firstAtLeast(Packed.ANSWERED, since);
    eachOf(
        Code.QUEUED,
        from,
        row -> {
          Position position = Packed.position(rows, row);
          if (position != null) {
            visitor.at(
                position.partition(),
                rows.get(row, Packed.SENT),
                rows.get(row, Packed.ANSWERED),
                position.offset());
          }
        });
  }

  private void eachOf(Code code, int from, IntConsumer visitor) {
    for (int row = from; row < rows.size(); row++) {
      if (Packed.code(rows, row) == code) {
        visitor.accept(row);
      }
    }
  }

  synchronized void flush() {
    file.flush();
  }

  @Override
  public synchronized void close() {
    file.close();
  }
}
