package nth.notifier;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** For how long a stream's client may leave what is to be said to it untaken. Of any thread. */
final class Patience {

  /** For a client to take the end of its stream. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final long NOT_YET = 0;

  private final LongSupplier nanoClock;
  private final AtomicLong owesSince = new AtomicLong(NOT_YET);
  private final AtomicLong endsSince = new AtomicLong(NOT_YET);
  private final AtomicLong overSince = new AtomicLong(NOT_YET);

  Patience(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  private void begin(AtomicLong since) {
    since.compareAndSet(NOT_YET, nanoClock.getAsLong() | 1);
  }

  /** There is something to say. */
  void owe() {
    begin(owesSince);
  }

  /** Everything is worded. */
  void oweNothing() {
    owesSince.set(NOT_YET);
  }

  boolean isOwing() {
    return owesSince.get() != NOT_YET;
  }

  /** What is to be said is the end. */
  void end() {
    begin(endsSince);
  }

  /** The end is worded; the network may not have taken all of it. */
  void endIsWorded() {
    begin(overSince);
  }

  /** A client that is slow has as long for the end as any other. */
  boolean isOver(Duration stallLimit) {
    long now = nanoClock.getAsLong();
    long grace = Math.min(stallLimit.toNanos(), GRACE.toNanos());
    if (overSince.get() != NOT_YET) {
      return now - overSince.get() >= grace;
    }
    long since = owesSince.get();
    if (since == NOT_YET) {
      return false;
    }
    return endsSince.get() == NOT_YET
        ? now - since >= stallLimit.toNanos()
        : Math.min(now - since, now - endsSince.get()) >= grace;
  }
}
