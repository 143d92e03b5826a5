package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client as a page is one: an EventSource, which comes back by itself when its stream ends or
 * breaks, and is made anew, without its memory, when it was refused. It is patient for a tenth of
 * what it is told, or for all of it in the long form of a test.
 */
final class Subscriber implements AutoCloseable {

  private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(3);
  private static final int NO_CONTENT = 204;

  private final Site site;
  private final String path;
  private final String[] headers;
  private final List<Listener> connections = new CopyOnWriteArrayList<>();
  private final List<Integer> refusals = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private Duration retry = LONGEST_BACK_OFF;
  private @Nullable String lastId;
  private boolean gone;

  Subscriber(Site site, String path, String... headers) {
    this(site, path, null, headers);
  }

  /**
   * @param lastId with which it begins, as one that was cut off
   */
  Subscriber(Site site, String path, @Nullable String lastId, String... headers) {
    this.site = site;
    this.path = path;
    this.headers = headers;
    this.lastId = lastId;
    connect();
  }

  private synchronized void connect() {
    if (gone) {
      return;
    }
    List<String> all = new ArrayList<>(List.of(headers));
    if (lastId != null) {
      all.addAll(List.of("Last-Event-ID", lastId));
    }
    Listener connection = site.listen(path, all.toArray(String[]::new));
    connections.add(connection);
    connection.outcome().thenAccept(status -> comeBack(connection, status));
  }

  private synchronized void comeBack(Listener connection, Optional<Integer> status) {
    lastId = connection.idHeard().orElse(lastId);
    connection.retries().forEach(ms -> retry = Duration.ofMillis(Long.parseLong(ms)));
    if (status.isEmpty() || status.get() == 200) {
      after(retry).execute(this::connect);
    } else if (status.get() == NO_CONTENT) {
      over.complete(null);
    } else {
      refusals.add(status.get());
      lastId = null;
      after(Jitter.between(LONGEST_BACK_OFF.dividedBy(3), LONGEST_BACK_OFF)).execute(this::connect);
    }
  }

  private static Executor after(Duration told) {
    long ms = Lengths.LONG ? told.toMillis() : told.toMillis() / 10;
    return CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS);
  }

  /** Every stream it had, in order. */
  List<Listener> connections() {
    return List.copyOf(connections);
  }

  /** Every status that was neither a stream nor the end of all streams. */
  List<Integer> refusals() {
    return List.copyOf(refusals);
  }

  List<Listener.Heard> heard() {
    return connections.stream().flatMap(connection -> connection.heard().stream()).toList();
  }

  Listener.Heard last() {
    List<Listener.Heard> heard = heard();
    return heard.get(heard.size() - 1);
  }

  boolean heardAWin() {
    return heard().stream().anyMatch(heard -> heard.data().path("winner").asBoolean(false));
  }

  Subscriber untilHeard(int frames) {
    Instance.until(() -> heard().size() >= frames);
    return this;
  }

  /** Until it was told that there is nothing left to hear. */
  Subscriber untilOver() {
    Instance.until(over::isDone);
    return this;
  }

  /** Within a stream they rise, and no stream goes back behind the one before. */
  void idsRise() {
    connections.forEach(Listener::idsRise);
    assertThat(heard().stream().map(Listener.Heard::id).filter(Objects::nonNull)).isSorted();
  }

  /** Walks away. */
  @Override
  public synchronized void close() {
    gone = true;
    connections.forEach(Listener::close);
  }
}
