package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.bucket4j.TimeMeter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Random;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.ingress.RateLimitSettings.Network;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private static final class ManualClock implements TimeMeter {
    private long nanos;

    @Override
    public long currentTimeNanos() {
      return nanos;
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }

  private final ManualClock clock = new ManualClock();

  private RateLimit limit(int burst, int refill) {
    return new RateLimit(
        new RateLimitSettings(burst, refill, new Network(burst, refill, 64)), clock);
  }

  private static void take(RateLimit limit, UserId user, int times) {
    for (int i = 0; i < times; i++) {
      limit.person(user).block();
    }
  }

  private static long retryAfter(RateLimit limit, UserId user) {
    Problem problem = catchThrowableOfType(Problem.class, () -> limit.person(user).block());
    assertThat(problem).isNotNull();
    assertThat(problem.code()).isEqualTo(ProblemCode.RATE_LIMITED);
    return Long.parseLong(problem.getHeaders().getFirst("Retry-After"));
  }

  @Test
  void aPersonsBurst_isTheirOwn() {
    RateLimit limit = limit(5, 2);
    take(limit, People.ALICE, 5);
    assertThat(retryAfter(limit, People.ALICE)).isEqualTo(1);
    assertThatCode(() -> take(limit, People.BOB, 5)).doesNotThrowAnyException();
  }

  /** O-40: a whole number of 1 or more, and waiting exactly that long is enough, at any phase. */
  @Test
  void waitingAsLongAsRetryAfterSays_isEnough() {
    long seed = 40;
    Random random = new Random(seed);
    for (int refill : new int[] {1, 2, 3, 7}) {
      RateLimit limit = limit(2, refill);
      for (int i = 0; i < 100; i++) {
        clock.nanos += random.nextLong(2_000_000_000L);
        exhaust(limit);
        long wait = retryAfter(limit, People.ALICE);
        assertThat(wait).as("seed %d, refill %d", seed, refill).isGreaterThanOrEqualTo(1);
        clock.nanos += Duration.ofSeconds(wait).toNanos();
        assertThatCode(() -> limit.person(People.ALICE).block())
            .as("seed %d, refill %d, try %d", seed, refill, i)
            .doesNotThrowAnyException();
      }
    }
  }

  private static void exhaust(RateLimit limit) {
    for (int i = 0; i < 2; i++) {
      catchThrowableOfType(Problem.class, () -> limit.person(People.ALICE).block());
    }
  }

  @Test
  void aBucketThatWasForgotten_isNotFullerThanOneThatWasNot() {
    RateLimit limit = limit(5, 2);
    take(limit, People.ALICE, 5);
    clock.nanos += Duration.ofMillis(2_400).toNanos();
    take(limit, People.ALICE, 4);
    retryAfter(limit, People.ALICE);
  }

  @Test
  void anIpv6Network_sharesABucket_anIpv4AddressHasItsOwn() {
    RateLimit limit = limit(1, 1);
    limit.network(peer("2001:db8:1:2::1"));
    assertThat(refused(limit, "2001:db8:1:2:ffff::9")).isTrue();
    assertThat(refused(limit, "2001:db8:1:3::1")).isFalse();
    assertThat(refused(limit, "192.0.2.1")).isFalse();
    assertThat(refused(limit, "192.0.2.2")).isFalse();
    assertThat(refused(limit, "::ffff:192.0.2.2")).as("the same address, mapped").isTrue();
  }

  private static boolean refused(RateLimit limit, String address) {
    return catchThrowableOfType(Problem.class, () -> limit.network(peer(address))) != null;
  }

  private static InetSocketAddress peer(String address) {
    try {
      return new InetSocketAddress(InetAddress.getByName(address), 50_000);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
