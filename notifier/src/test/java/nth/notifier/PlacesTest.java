package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import nth.web.IpNetwork;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.junit.jupiter.api.Test;

class PlacesTest {

  private static final Optional<IpNetwork> ONE = network("192.0.2.1", 32);
  private static final Optional<IpNetwork> OTHER = network("2001:db8::1", 64);
  private static final Optional<IpNetwork> NOBODY_KNOWS = Optional.empty();

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Places places = new Places(SampleSettings.room(4, 2), meters);
  private final AtomicInteger held = new AtomicInteger();
  private final Map<Optional<IpNetwork>, AtomicInteger> heldByNetwork = new ConcurrentHashMap<>();

  private static Optional<IpNetwork> network(String address, int prefix) {
    try {
      return Optional.of(IpNetwork.of(InetAddress.getByName(address), prefix));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void assertRefused(Optional<IpNetwork> network, ProblemCode code, String reason) {
    double before = refused(reason);
    assertThatThrownBy(() -> places.take(network))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.code()).isEqualTo(code);
              assertThat(Integer.parseInt(problem.getHeaders().getFirst("Retry-After")))
                  .isBetween(2, 10);
            });
    assertThat(refused(reason)).isEqualTo(before + 1);
  }

  private double refused(String reason) {
    return meters.get("nth.notifier.streams.refused").tag("reason", reason).counter().count();
  }

  private double open() {
    return meters.get("nth.notifier.streams").gauge().value();
  }

  @Test
  void network_hasItsShare_andNotThatOfOthers() {
    Places.Place first = places.take(ONE);
    places.take(ONE);
    assertRefused(ONE, ProblemCode.TOO_MANY_STREAMS_PER_NETWORK, "network");
    places.take(OTHER);

    first.giveBack();
    places.take(ONE);
    assertThat(open()).isEqualTo(3);
  }

  // O-41
  @Test
  void addressesOfOnePrefix_areOneNetwork() {
    places.take(OTHER);
    places.take(network("2001:db8::ffff:1", 64));
    assertRefused(
        network("2001:db8:0:0:1::", 64), ProblemCode.TOO_MANY_STREAMS_PER_NETWORK, "network");
  }

  @Test
  void room_isForAllTogether() {
    for (Optional<IpNetwork> network : List.of(ONE, OTHER, NOBODY_KNOWS, NOBODY_KNOWS)) {
      places.take(network);
    }
    assertRefused(NOBODY_KNOWS, ProblemCode.TOO_MANY_STREAMS, "all");
    assertRefused(ONE, ProblemCode.TOO_MANY_STREAMS, "all");
    assertThat(open()).isEqualTo(4);
  }

  @Test
  void whereNobodyKnowsTheNetwork_onlyTheRoomCounts() {
    for (int i = 0; i < 4; i++) {
      places.take(NOBODY_KNOWS);
    }
    assertThat(open()).isEqualTo(4);
  }

  @Test
  void refused_takesNothing_andGivingBackTwice_givesOne() {
    Places.Place first = places.take(ONE);
    Places.Place second = places.take(ONE);
    assertRefused(ONE, ProblemCode.TOO_MANY_STREAMS_PER_NETWORK, "network");
    first.giveBack();
    first.giveBack();
    assertThat(open()).isEqualTo(1);
    places.take(ONE);
    assertRefused(ONE, ProblemCode.TOO_MANY_STREAMS_PER_NETWORK, "network");
    second.giveBack();
    assertThat(open()).isEqualTo(1);
  }

  /** However many ask at once, no more than there are are held at any moment. */
  @Test
  void crowd_neverHoldsMoreThanThereIs_andLeavesNothing() throws Exception {
    ExecutorService crowd = Executors.newFixedThreadPool(8);
    List<Future<Integer>> rounds = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      rounds.add(crowd.submit(this::comeAndGo));
    }
    for (Future<Integer> round : rounds) {
      assertThat(round.get()).isPositive();
    }
    crowd.shutdown();
    assertThat(open()).isZero();
    places.take(ONE);
    places.take(ONE);
    assertRefused(ONE, ProblemCode.TOO_MANY_STREAMS_PER_NETWORK, "network");
  }

  private int comeAndGo() {
    List<Optional<IpNetwork>> wanted = List.of(ONE, OTHER, NOBODY_KNOWS);
    int taken = 0;
    for (int i = 0; i < 5_000 || taken == 0; i++) {
      try {
        hold(wanted.get(i % wanted.size()));
        taken++;
      } catch (Problem full) {
        Thread.onSpinWait();
      }
    }
    return taken;
  }

  /** Counted later than taken and not longer than held. */
  private void hold(Optional<IpNetwork> network) {
    AtomicInteger own = heldByNetwork.computeIfAbsent(network, key -> new AtomicInteger());
    Places.Place place = places.take(network);
    assertThat(held.incrementAndGet()).isLessThanOrEqualTo(4);
    assertThat(own.incrementAndGet()).isLessThanOrEqualTo(network.isPresent() ? 2 : 4);
    Thread.yield();
    own.decrementAndGet();
    held.decrementAndGet();
    place.giveBack();
  }
}
