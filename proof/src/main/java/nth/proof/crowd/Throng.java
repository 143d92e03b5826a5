package nth.proof.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import nth.contract.EventId;
import nth.proof.stage.Doors;

/**
 * Very many people who enter once each, spread evenly over some promotions; some then ask for their
 * number. Unlike a {@link Crowd} it remembers nobody, so it can be of any size.
 */
public final class Throng implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final byte[] NO_BODY = {};
  private static final byte[] NEVER_WON =
      "{\"targets\":[1000000000],\"count\":\"live\"}".getBytes(UTF_8);
  private static final int MAX_WAITING = 500;
  private static final int TICK_MS = 10;
  private static final int PAUSE_MS = 500;
  private static final int ONE_ASKS_OF = 20;

  private final Wire wire = new Wire();
  private final URI ingress;
  private final URI notifier;
  private final String organiser;
  private final List<EventId> events;
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong asked = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();
  private int waiting;
  private long come;
  private long begunNanos;

  public Throng(Doors doors, List<EventId> events) {
    this.ingress = doors.ingress().get(0);
    this.notifier = doors.notifiers().get(0);
    this.organiser = "Authorization: Bearer " + doors.adminToken() + "\r\n";
    this.events = List.copyOf(events);
  }

  public void define() {
    wire.loop().execute(() -> events.forEach(this::define));
  }

  private void define(EventId event) {
    String headers = organiser + "Content-Type: application/json\r\n";
    wire.send(
        ingress,
        "PUT /events/" + event,
        headers,
        NEVER_WON,
        TIMEOUT,
        reply -> {
          if (reply.status() != 200 && reply.status() != 201) {
            later(() -> define(event));
          }
        });
  }

  /**
   * Returns at once.
   *
   * @param rate per second, or as many as are let in if those are fewer
   */
  public void enter(long people, int rate) {
    wire.loop()
        .execute(
            () -> {
              begunNanos = Timeline.nanos();
              wire.loop()
                  .scheduleAtFixedRate(
                      () -> letIn(people, rate), 0, TICK_MS, TimeUnit.MILLISECONDS);
            });
  }

  private void letIn(long people, int rate) {
    double due = (Timeline.nanos() - begunNanos) / 1e9 * rate;
    while (come < people && come < due && waiting < MAX_WAITING) {
      waiting++;
      enter(come++);
    }
  }

  private void enter(long person) {
    wire.send(
        ingress,
        "POST /events/" + eventOf(person) + "/entries",
        headers(person) + "Idempotency-Key: " + id(~person) + "\r\n",
        NO_BODY,
        TIMEOUT,
        reply -> {
          if (reply.status() == 202) {
            accepted.incrementAndGet();
            waiting--;
            if (person % ONE_ASKS_OF == 0) {
              ask(person);
            }
          } else {
            repeated.incrementAndGet();
            later(() -> enter(person));
          }
        });
  }

  private void ask(long person) {
    wire.send(
        notifier,
        "GET /events/" + eventOf(person) + "/entries/me",
        headers(person),
        NO_BODY,
        TIMEOUT,
        reply -> {
          if (reply.status() == 200) {
            asked.incrementAndGet();
          } else {
            later(() -> ask(person));
          }
        });
  }

  private void later(Runnable again) {
    wire.loop().schedule(again, PAUSE_MS, TimeUnit.MILLISECONDS);
  }

  private EventId eventOf(long person) {
    return events.get((int) (person % events.size()));
  }

  private static String headers(long person) {
    return "X-User-Id: " + id(person) + "\r\n";
  }

  /** As long, and as hard to compress, as ids of shops are; always the same. */
  private static UUID id(long of) {
    SplittableRandom bits = new SplittableRandom(of);
    return new UUID(bits.nextLong(), bits.nextLong());
  }

  public long accepted() {
    return accepted.get();
  }

  /** How many have been told their number. */
  public long told() {
    return asked.get();
  }

  /** Of so many people, those who ask. */
  public static long asking(long people) {
    return (people + ONE_ASKS_OF - 1) / ONE_ASKS_OF;
  }

  /** Requests that were sent again. */
  public long repeated() {
    return repeated.get();
  }

  @Override
  public void close() {
    wire.close();
  }
}
