package nth.ingress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import nth.app.LogReader;
import nth.contract.Command;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings results to the requests that wait for them. A request takes only the result at its own
 * command's position. That can be read before the acknowledgement tells the position, so results
 * are held while an acknowledgement is awaited; when nobody waits nothing is looked at.
 */
final class Decisions implements LogReader.Handler {

  private static final Logger log = LoggerFactory.getLogger(Decisions.class);

  /** Longer than any acknowledgement takes. */
  static final Duration HELD = Duration.ofSeconds(5);

  static final int MOST_HELD = 50_000;

  private final int mostWaiting;
  private final LongSupplier nanoClock;
  private final Map<Position, Awaited> byPosition = new HashMap<>();
  private final LinkedHashMap<Position, Held> held = new LinkedHashMap<>();
  private int unacknowledged;
  private int waiting;

  private record Held(List<ConsumerRecord<byte[], byte[]>> records, long sinceNanos) {}

  /**
   * @param mostWaiting requests that may wait at the same time
   * @param nanoClock as System.nanoTime()
   */
  Decisions(int mostWaiting, LongSupplier nanoClock) {
    this.mostWaiting = mostWaiting;
    this.nanoClock = nanoClock;
  }

  /** Requests that wait just now. */
  synchronized int waiting() {
    return waiting;
  }

  /**
   * To be called before the command is appended.
   *
   * @return empty if too many wait already
   */
  synchronized Optional<Awaited> await(Command command) {
    if (waiting >= mostWaiting) {
      return Optional.empty();
    }
    waiting++;
    unacknowledged++;
    return Optional.of(new Awaited(command));
  }

  @Override
  public void handle(int partition, List<ConsumerRecord<byte[], byte[]>> records, long next) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      // Parsed outside of the lock, which requests take too.
      take(record).ifPresent(awaited -> awaited.offer(record));
    }
  }

  /** Who waits for it; else it may be held. */
  private synchronized Optional<Awaited> take(ConsumerRecord<byte[], byte[]> record) {
    Position position = waiting > 0 ? position(record) : null;
    Awaited awaited = position == null ? null : byPosition.get(position);
    if (awaited == null && position != null && unacknowledged > 0) {
      hold(position, record);
    }
    return Optional.ofNullable(awaited);
  }

  private void hold(Position position, ConsumerRecord<byte[], byte[]> record) {
    long now = nanoClock.getAsLong();
    var oldest = held.values().iterator();
    while (oldest.hasNext()
        && (now - oldest.next().sinceNanos() > HELD.toNanos() || held.size() >= MOST_HELD)) {
      oldest.remove();
    }
    held.computeIfAbsent(position, p -> new Held(new ArrayList<>(), now)).records().add(record);
  }

  private static @Nullable Position position(ConsumerRecord<byte[], byte[]> record) {
    String text = Headers.text(record.headers(), Headers.POSITION);
    try {
      return text == null ? null : Position.parse(text);
    } catch (IllegalArgumentException e) {
      log.warn("A result without a position at {}-{}", record.partition(), record.offset());
      return null;
    }
  }

  /** One request's wait; closed when the request is answered, whichever way. */
  final class Awaited implements AutoCloseable {
    private final Command command;
    private final CompletableFuture<Result> result = new CompletableFuture<>();
    private @Nullable Position position;
    private boolean closed;

    private Awaited(Command command) {
      this.command = command;
    }

    CompletableFuture<Result> result() {
      return result;
    }

    /** Tells where the command stands. */
    void acknowledged(Position where) {
      early(where).forEach(this::offer);
    }

    private List<ConsumerRecord<byte[], byte[]>> early(Position where) {
      synchronized (Decisions.this) {
        if (closed) {
          return List.of();
        }
        position = where;
        byPosition.put(where, this);
        Held early = held.remove(where);
        settled();
        return early == null ? List.of() : early.records();
      }
    }

    private void offer(ConsumerRecord<byte[], byte[]> record) {
      try {
        Result read =
            Topics.RESULTS.value().deserializer().deserialize(record.topic(), record.value());
        if (read.answers(command)) {
          result.complete(read);
        }
      } catch (RuntimeException e) {
        log.warn("Unreadable result at {}-{}", record.partition(), record.offset(), e);
      }
    }

    private void settled() {
      unacknowledged--;
      if (unacknowledged == 0) {
        held.clear();
      }
    }

    @Override
    public void close() {
      synchronized (Decisions.this) {
        if (closed) {
          return;
        }
        closed = true;
        waiting--;
        if (position == null) {
          settled();
        } else {
          byPosition.remove(position, this);
        }
      }
    }
  }
}
