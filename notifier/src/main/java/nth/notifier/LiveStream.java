package nth.notifier;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.concurrent.Queues;

/**
 * One open stream. It holds the latest telling only, and words it at the moment the network can
 * take it: a slow reader skips what has been overtaken and holds up nobody, and the last frame is
 * never the one that is skipped.
 */
final class LiveStream {

  private static final Duration SHORTEST_RETRY = Duration.ofSeconds(2);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(6);

  /** As good as for ever. */
  private static final Duration LONGEST = Duration.ofDays(10_000);

  /** For a client to take the end of its stream before it counts as deaf. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Subject subject;
  private final long endsAtNanos;
  private final long unknownAtNanos;

  // At most one pulse is on its way at a time, so the queue never fills.
  private final Sinks.Many<Boolean> pulses =
      Sinks.many().unicast().onBackpressureBuffer(Queues.<Boolean>one().get());
  private final AtomicBoolean pulsing = new AtomicBoolean();
  private final Sinks.Empty<Void> givenUp = Sinks.empty();

  private @Nullable Telling latest;
  private Telling.@Nullable Frame said;
  private long lastId = Telling.NO_ID;
  private boolean begun;
  private boolean beat;
  private boolean ending;
  private boolean over;
  private volatile long spokeAtNanos = System.nanoTime();

  /**
   * @param lifetime after which it ends, with what is still to be said
   * @param until when it stops being known who listens: then nothing more is said; null: never
   */
  LiveStream(Subject subject, Duration lifetime, @Nullable Instant until) {
    long now = System.nanoTime();
    Duration known = until == null ? LONGEST : Duration.between(Instant.now(), until);
    this.subject = subject;
    this.unknownAtNanos = now + between(Duration.ZERO, known, LONGEST).toNanos();
    this.endsAtNanos = now + between(Duration.ZERO, known, lifetime).toNanos();
  }

  private static Duration between(Duration least, Duration wanted, Duration most) {
    Duration enough = wanted.compareTo(least) < 0 ? least : wanted;
    return enough.compareTo(most) > 0 ? most : enough;
  }

  Subject subject() {
    return subject;
  }

  /** What goes to the client; each element is worded when it is subscribed to. */
  Flux<Mono<String>> chunks() {
    return pulses.asFlux().map(pulse -> Mono.fromSupplier(this::speak));
  }

  /** Completes if the client has not taken the end of the stream in time: it will not any more. */
  Mono<Void> givenUp() {
    return givenUp.asMono();
  }

  /** Replaces what has not been said yet, unless it is older. */
  void offer(Telling telling) {
    synchronized (this) {
      if (latest != null && telling.order() < latest.order()) {
        return;
      }
      latest = telling;
    }
    pulse();
  }

  /** Ends cleanly, after what is still to be said. */
  void end() {
    synchronized (this) {
      ending = true;
    }
    pulse();
  }

  /** A comment after a silence, the end after a lifetime. */
  void tick(Duration heartbeat) {
    long now = System.nanoTime();
    if (now - endsAtNanos >= 0) {
      end();
      if (now - endsAtNanos >= GRACE.toNanos()) {
        givenUp.tryEmitEmpty();
      }
    } else if (now - spokeAtNanos >= heartbeat.toNanos()) {
      synchronized (this) {
        beat = true;
      }
      pulse();
    }
  }

  private void pulse() {
    if (pulsing.compareAndSet(false, true)) {
      // Fails only where nobody listens any more.
      pulses.emitNext(true, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
    }
  }

  private @Nullable String speak() {
    pulsing.set(false);
    String words = words();
    if (isOver()) {
      pulses.emitComplete(Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
    }
    return words.isEmpty() ? null : words;
  }

  private synchronized boolean isOver() {
    return over;
  }

  private synchronized String words() {
    StringBuilder words = new StringBuilder();
    if (over) {
      return "";
    }
    if (System.nanoTime() - unknownAtNanos >= 0) {
      ending = true;
      latest = null;
    }
    if (latest != null) {
      say(latest, words);
    }
    if (ending && !begun) {
      begin(words);
      words.append('\n');
    }
    if (words.isEmpty() && beat) {
      words.append(":\n\n");
    }
    beat = false;
    over = ending || (latest != null && latest.ends());
    spokeAtNanos = System.nanoTime();
    return words.toString();
  }

  private void say(Telling telling, StringBuilder words) {
    Telling.Frame frame = telling.frame();
    boolean news = said == null || !Objects.equals(said.content(), frame.content());
    Telling.Frame closing = telling.closing();
    boolean saidByClosing = closing != null && closing.content().equals(frame.content());
    if (!begun) {
      begin(words);
      say("snapshot", frame, words);
    } else if (news && !saidByClosing) {
      say(subject.newsType(), frame, words);
    }
    said = frame;
    if (closing != null) {
      say("closed", closing, words);
    }
  }

  private void begin(StringBuilder words) {
    begun = true;
    long retryMs = Jitter.between(SHORTEST_RETRY, LONGEST_RETRY).toMillis();
    words.append("retry: ").append(retryMs).append('\n');
  }

  /** The id is left out where it would not rise: clients keep the last one. */
  private void say(String name, Telling.Frame frame, StringBuilder words) {
    if (frame.id() > lastId) {
      lastId = frame.id();
      words.append("id: ").append(lastId).append('\n');
    }
    words.append("event: ").append(name).append("\ndata: ").append(frame.data()).append("\n\n");
  }
}
