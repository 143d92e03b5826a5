package nth.ingress;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What the broker's clock can show now, learned from acknowledgements: an append happened between
 * being handed over and being acknowledged. Measured against a clock of ours that never steps, over
 * the last {@link #MEMORY}; before and after that nothing is known.
 */
final class BrokerTime {

  static final Duration MEMORY = Duration.ofMinutes(10);
  private static final Duration SLOT = Duration.ofSeconds(30);

  private final LongSupplier nanoClock;
  private final Deque<Slot> slots = new ArrayDeque<>();
  private Instant latestAppend = Instant.EPOCH;

  /** Broker time at our nano 0, by the latest and the earliest reading of half a minute. */
  private static final class Slot {
    final long startNanos;
    Instant latest;
    Instant earliest;

    Slot(long startNanos, Instant latest, Instant earliest) {
      this.startNanos = startNanos;
      this.latest = latest;
      this.earliest = earliest;
    }
  }

  /**
   * @param nanoClock as System.nanoTime()
   */
  BrokerTime(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * @param appended the broker's stamp, cut to milliseconds
   * @param handedNanos before the append
   * @param ackedNanos after it
   */
  synchronized void learn(Instant appended, long handedNanos, long ackedNanos) {
    latestAppend = later(latestAppend, appended);
    Instant latest = appended.plusMillis(1).minusNanos(handedNanos);
    Instant earliest = appended.minusNanos(ackedNanos);
    Slot last = slots.peekLast();
    if (last == null || ackedNanos - last.startNanos > SLOT.toNanos()) {
      forget();
      slots.addLast(new Slot(ackedNanos, latest, earliest));
    } else {
      last.latest = later(last.latest, latest);
      last.earliest = later(last.earliest, earliest);
    }
  }

  private void forget() {
    long now = nanoClock.getAsLong();
    slots.removeIf(slot -> now - slot.startNanos > MEMORY.toNanos());
  }

  /** The log's time is not later than this. */
  synchronized Optional<Instant> atMost() {
    forget();
    return slots.stream().map(slot -> slot.latest).reduce(BrokerTime::later).map(this::now);
  }

  /** The log's time is not earlier than this. */
  synchronized Optional<Instant> atLeast() {
    forget();
    return slots.stream().map(slot -> slot.earliest).reduce(BrokerTime::later).map(this::now);
  }

  /** The log's time never steps back, though a broker's clock may. */
  private Instant now(Instant atZero) {
    return later(atZero.plusNanos(nanoClock.getAsLong()), latestAppend);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
