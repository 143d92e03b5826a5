package nth.notifier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import nth.web.IpNetwork;
import nth.web.Problem;
import nth.web.ProblemCode;

/**
 * The room for streams, in all and for each client network. No more networks are remembered than
 * have a stream open.
 */
final class Places {

  private static final Duration SOONEST = Duration.ofSeconds(2);
  private static final Duration LATEST = Duration.ofSeconds(10);

  private final int most;
  private final int mostPerNetwork;
  private final AtomicInteger taken = new AtomicInteger();
  private final Map<IpNetwork, Integer> takenByNetwork = new ConcurrentHashMap<>();
  private final Counter refusedByAll;
  private final Counter refusedByNetwork;

  Places(NotifierSettings settings, MeterRegistry meters) {
    this.most = settings.maxStreams();
    this.mostPerNetwork = settings.maxStreamsPerNetwork();
    this.refusedByAll = refused(meters, "all");
    this.refusedByNetwork = refused(meters, "network");
    Gauge.builder("nth.notifier.streams.limit", () -> most)
        .description("How many there may be; one more gets 503")
        .register(meters);
    Gauge.builder("nth.notifier.streams", taken, AtomicInteger::get)
        .description("Open streams")
        .register(meters);
  }

  private static Counter refused(MeterRegistry meters, String full) {
    return Counter.builder("nth.notifier.streams.refused")
        .description("Streams for which there was no place in all, or for their network")
        .tag("reason", full)
        .register(meters);
  }

  /** How many are taken. */
  int taken() {
    return taken.get();
  }

  /**
   * @param network empty where nobody knows it: then it has no limit
   * @throws Problem 503 {@code too_many_streams}, 429 {@code too_many_streams_per_network}
   */
  Place take(Optional<IpNetwork> network) {
    if (network.isPresent() && !takeOf(network.get())) {
      refusedByNetwork.increment();
      throw full(
          ProblemCode.TOO_MANY_STREAMS_PER_NETWORK, "All streams of this network are taken.");
    }
    // In all there may be one too many for a moment, and never one that is kept.
    Place place = new Place(network);
    if (taken.incrementAndGet() > most) {
      place.giveBack();
      refusedByAll.increment();
      throw full(ProblemCode.TOO_MANY_STREAMS, "All streams of this instance are taken.");
    }
    return place;
  }

  private boolean takeOf(IpNetwork network) {
    AtomicBoolean granted = new AtomicBoolean();
    takenByNetwork.compute(
        network,
        (key, known) -> {
          int before = known == null ? 0 : known;
          granted.set(before < mostPerNetwork);
          return granted.get() ? Integer.valueOf(before + 1) : known;
        });
    return granted.get();
  }

  private static Problem full(ProblemCode code, String detail) {
    return new Problem(code, detail).retryAfter(Jitter.between(SOONEST, LATEST));
  }

  /** Taken by one stream, until it gives it back. */
  final class Place {

    private final Optional<IpNetwork> network;
    private final AtomicBoolean back = new AtomicBoolean();

    private Place(Optional<IpNetwork> network) {
      this.network = network;
    }

    /** Once is enough, and more do no harm. */
    void giveBack() {
      if (back.compareAndSet(false, true)) {
        taken.decrementAndGet();
        network.ifPresent(
            own -> takenByNetwork.computeIfPresent(own, (key, n) -> n == 1 ? null : n - 1));
      }
    }
  }
}
