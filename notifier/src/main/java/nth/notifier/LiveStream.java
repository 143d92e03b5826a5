package nth.notifier;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
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

  /** The way to the client; asked and hung up by any thread. */
  interface Line {

    /** Whether the network would take something now. */
    boolean hasRoom();

    void hangUp();
  }

  private final Subject subject;
  private final Places.Place place;
  private final LongSupplier nanoClock;
  private final long endsAtNanos;
  private final long unknownAtNanos;

  // At most one pulse is on its way at a time, so the queue never fills.
  private final Sinks.Many<Boolean> pulses =
      Sinks.many().unicast().onBackpressureBuffer(Queues.<Boolean>one().get());
  private final AtomicBoolean pulsing = new AtomicBoolean();
  private final Patience patience;
  private volatile @Nullable Line line;

  /** Of the thread that looks at the time. */
  private boolean forsaken;

  private @Nullable Telling latest;
  private final Wording wording;
  private boolean beat;
  private boolean ending;
  private boolean over;
  private volatile long spokeAtNanos;

  /**
   * @param place that it has taken
   * @param comeback how long its client waits before it comes back
   * @param lifetime after which it ends, with what is still to be said
   * @param known for how long it is known who listens: then nothing more is said
   * @param nanoClock as {@link System#nanoTime}
   */
  LiveStream(
      Subject subject,
      Places.Place place,
      Duration comeback,
      Duration lifetime,
      Duration known,
      LongSupplier nanoClock) {
    long now = nanoClock.getAsLong();
    this.subject = subject;
    this.place = place;
    this.nanoClock = nanoClock;
    this.patience = new Patience(nanoClock);
    this.wording = new Wording(subject.newsType(), comeback);
    this.unknownAtNanos = now + known.toNanos();
    this.endsAtNanos = now + shorter(known, lifetime).toNanos();
    this.spokeAtNanos = now;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  Subject subject() {
    return subject;
  }

  Places.Place place() {
    return place;
  }

  /** What goes to the client; each element is worded when it is subscribed to. */
  Flux<Mono<byte[]>> chunks(Line line) {
    this.line = line;
    return pulses.asFlux().map(pulse -> Mono.fromSupplier(this::speak));
  }

  /** Replaces what has not been said yet, unless it is older. */
  void offer(Telling telling) {
    synchronized (this) {
      if (latest != null && telling.isOlderThan(latest)) {
        return;
      }
      latest = telling;
    }
    pulse();
  }

  /** Whether time has made untrue what was last offered. */
  synchronized boolean isOutdated(Instant now) {
    Instant end = latest == null ? null : latest.holdsUntil();
    return end != null && !now.isBefore(end);
  }

  /** Ends cleanly, after what is still to be said. */
  void end() {
    synchronized (this) {
      ending = true;
    }
    patience.end();
    pulse();
  }

  /** Ends cleanly, together with others. */
  void end(Duration comeback) {
    synchronized (this) {
      wording.comeBackAfter(comeback);
    }
    end();
  }

  /**
   * A comment after a silence, the end after a lifetime, and the end of patience.
   *
   * @return whether its lifetime is over just now
   */
  boolean tick(Duration heartbeat, Duration stallLimit) {
    long now = nanoClock.getAsLong();
    if (patience.isOver(stallLimit)) {
      giveUp();
      return false;
    }
    if (now - endsAtNanos >= 0) {
      return endOfLife();
    }
    if (now - spokeAtNanos >= heartbeat.toNanos()) {
      synchronized (this) {
        beat = true;
      }
      pulse();
    } else if (patience.isOwing()) {
      pulse();
    }
    return false;
  }

  /** The end of the connection is the end of the stream. */
  private void giveUp() {
    Line way = line;
    if (way != null && !forsaken) {
      forsaken = true;
      way.hangUp();
    }
  }

  private boolean endOfLife() {
    boolean first;
    synchronized (this) {
      first = !ending && !over;
    }
    end();
    return first;
  }

  /** Whatever the network has no room for now is tried again with every tick. */
  private void pulse() {
    patience.owe();
    Line way = line;
    if ((way == null || way.hasRoom()) && pulsing.compareAndSet(false, true)) {
      emit();
    }
  }

  /** Fails where another thread takes too long over a pulse of its own. */
  private void emit() {
    try {
      pulses.emitNext(true, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
    } catch (RuntimeException e) {
      pulsing.set(false);
      throw e;
    }
  }

  private byte @Nullable [] speak() {
    pulsing.set(false);
    patience.oweNothing();
    byte[] words = words();
    if (isOver()) {
      patience.endIsWorded();
      pulses.emitComplete(Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
    }
    return words.length == 0 ? null : words;
  }

  private synchronized boolean isOver() {
    return over;
  }

  private synchronized byte[] words() {
    if (over) {
      return Wording.NOTHING;
    }
    if (nanoClock.getAsLong() - unknownAtNanos >= 0) {
      ending = true;
      latest = null;
    }
    byte[] words = latest != null || ending ? wording.of(latest) : Wording.NOTHING;
    if (words.length == 0 && beat) {
      words = Wording.COMMENT;
    }
    beat = false;
    over = ending || (latest != null && latest.ends());
    spokeAtNanos = nanoClock.getAsLong();
    return words;
  }
}
