package nth.proof.crowd;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;

/** So many who watch, one stream after the other, of whatever promotion is on. */
public final class Watchers implements AutoCloseable {

  private static final long SHORTEST_REST_MS = 100;
  private static final long LONGEST_REST_MS = 1000;

  private final List<URI> notifiers;
  private final List<Thread> threads = new ArrayList<>();
  private final List<Watched> watched = new CopyOnWriteArrayList<>();
  private final List<Show> shows = new CopyOnWriteArrayList<>();
  private final List<String> faults = new CopyOnWriteArrayList<>();
  private volatile boolean leaving;
  private volatile long until = Long.MAX_VALUE;

  Watchers(List<URI> notifiers, int count) {
    this.notifiers = notifiers;
    for (int i = 0; i < count; i++) {
      // Every fourth looks at the promotion itself.
      boolean personal = i % 4 != 0;
      Thread thread = new Thread(null, () -> watch(personal), "watcher-" + i, 256 * 1024);
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** A promotion that can be watched; the newest two are. */
  void opened(Show show) {
    shows.add(show);
  }

  private void watch(boolean personal) {
    try {
      while (!leaving) {
        if (!shows.isEmpty()) {
          Show show = latest();
          int person = personal ? anyone(show) : Watched.EVERYBODY;
          watch(show, person);
        }
        Thread.sleep(ThreadLocalRandom.current().nextLong(SHORTEST_REST_MS, LONGEST_REST_MS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch(Show show, int person) throws InterruptedException {
    try {
      watched.add(new Watcher(notifiers, show, person, this::isPatient).watch());
    } catch (RuntimeException e) {
      faults.add("a watcher of " + show.id() + " could not read what it was told: " + e);
    }
  }

  private boolean isPatient() {
    return Timeline.nanos() < until;
  }

  private Show latest() {
    int back = ThreadLocalRandom.current().nextInt(Math.min(2, shows.size()));
    return shows.get(shows.size() - 1 - back);
  }

  /** Also some who never enter. */
  private static int anyone(Show show) {
    return ThreadLocalRandom.current().nextInt(show.people() * 21 / 20);
  }

  /** What has been seen by those who are done. */
  public List<Watched> watched() {
    return List.copyOf(watched);
  }

  List<String> faults() {
    return List.copyOf(faults);
  }

  /** Waits for the ends of the streams, which come when the promotions are closed. */
  void leave(Duration patience) throws InterruptedException {
    leaving = true;
    until = Timeline.nanos() + patience.toNanos();
    // A stream on which nothing comes is given up by its reader a little later.
    long last = until + Duration.ofSeconds(25).toNanos();
    for (Thread thread : threads) {
      thread.join(Math.max(1, (last - Timeline.nanos()) / 1_000_000));
      if (thread.isAlive()) {
        faults.add(thread.getName() + " does not come back");
      }
    }
  }

  @Override
  public void close() {
    leaving = true;
    until = 0;
    threads.forEach(Thread::interrupt);
  }
}
