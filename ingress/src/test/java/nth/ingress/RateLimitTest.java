package nth.ingress;

import static nth.contract.fixtures.People.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.ingress.RateLimitSettings.Network;
import nth.ingress.RateLimitSettings.Store;
import nth.web.ClientNetworks;
import nth.web.ForwardedHeader;
import nth.web.Problem;
import nth.web.ProblemCode;
import nth.web.TrustedProxies;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

class RateLimitTest {

  private static final String PROXY = "10.0.0.1";

  private final ManualClock clock = new ManualClock();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  private RateLimit limit(int burst, int refill) {
    return limit(burst, refill, burst, refill);
  }

  private RateLimit limit(int burst, int refill, int networkBurst, int networkRefill) {
    var network = new Network(networkBurst, networkRefill, 64);
    return new RateLimit(
        new RateLimitSettings(burst, refill, network, Store.MEMORY, Duration.ofMillis(200)),
        new ClientNetworks(new TrustedProxies(List.of(PROXY)), ForwardedHeader.X_FORWARDED_FOR),
        allowance -> new LocalBuckets(allowance, clock, Runnable::run),
        meters);
  }

  private static MockServerWebExchange from(String peer, String... forwardedFor) {
    return MockServerWebExchange.from(
        MockServerHttpRequest.post("/events/opening/entries")
            .remoteAddress(new InetSocketAddress(address(peer), 50_000))
            .header("X-Forwarded-For", forwardedFor));
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static @Nullable Problem refusal(Mono<Void> check) {
    return catchThrowableOfType(Problem.class, check::block);
  }

  private static boolean refused(Mono<Void> check) {
    return refusal(check) != null;
  }

  private static boolean refused(RateLimit limit, UserId user) {
    return refused(limit.person(from("192.0.2.1"), user));
  }

  private static void take(RateLimit limit, UserId user, int times) {
    for (int i = 0; i < times; i++) {
      limit.person(from("192.0.2.1"), user).block();
    }
  }

  private static long retryAfter(Mono<Void> check) {
    Problem problem = refusal(check);
    assertThat(problem).isNotNull();
    assertThat(problem.code()).isEqualTo(ProblemCode.RATE_LIMITED);
    return Long.parseLong(problem.getHeaders().getFirst("Retry-After"));
  }

  @Test
  void aPersonsBurst_isTheirOwn() {
    RateLimit limit = limit(5, 2);
    take(limit, People.ALICE, 5);
    assertThat(retryAfter(limit.person(from("192.0.2.1"), People.ALICE))).isEqualTo(1);
    assertThatCode(() -> take(limit, People.BOB, 5)).doesNotThrowAnyException();
  }

  /** As an entry is checked: first the network, then the person. */
  private static Mono<Void> both(RateLimit limit) {
    var exchange = from("192.0.2.1");
    return limit.network(exchange).then(Mono.defer(() -> limit.person(exchange, People.ALICE)));
  }

  /** A whole number of 1 or more, and waiting exactly that long is enough, at any phase. */
  @Test
  @Tag("O-40")
  void waitingAsLongAsRetryAfterSays_isEnough_whicheverBucketRefused() {
    long seed = 40;
    Random random = new Random(seed);
    for (int refill : new int[] {1, 3}) {
      for (int network : new int[] {1, 7}) {
        RateLimit limit = limit(2, refill, 3, network);
        for (int i = 0; i < 100; i++) {
          clock.pass(Duration.ofNanos(random.nextLong(2_000_000_000L)));
          while (!refused(both(limit))) {}
          long wait = retryAfter(both(limit));
          String input = "seed %d, refill %d and %d, try %d".formatted(seed, refill, network, i);
          assertThat(wait).as(input).isGreaterThanOrEqualTo(1);
          clock.pass(Duration.ofSeconds(wait));
          assertThat(refused(both(limit))).as(input).isFalse();
        }
      }
    }
  }

  @Test
  void aBucketThatWasForgotten_isNotFullerThanOneThatWasNot() {
    RateLimit limit = limit(5, 2);
    take(limit, People.ALICE, 5);
    clock.pass(Duration.ofMillis(2_400));
    take(limit, People.ALICE, 4);
    assertThat(refused(limit, People.ALICE)).isTrue();
  }

  @Test
  void anIpv6Network_sharesABucket_anIpv4AddressHasItsOwn() {
    RateLimit limit = limit(1, 1);
    limit.network(from("2001:db8:1:2::1")).block();
    assertThat(refused(limit.network(from("2001:db8:1:2:ffff::9")))).isTrue();
    assertThat(refused(limit.network(from("2001:db8:1:3::1")))).isFalse();
    assertThat(refused(limit.network(from("192.0.2.1")))).isFalse();
    assertThat(refused(limit.network(from("192.0.2.2")))).isFalse();
    assertThat(refused(limit.network(from("::ffff:192.0.2.2")))).as("mapped").isTrue();
  }

  @Test
  @Tag("O-41")
  void fiveHundredAddressesOfOneNetwork_howeverSpelt_areOneBucket() {
    RateLimit limit = limit(5, 1);
    List<String> spellings =
        IntStream.range(0, 500)
            .mapToObj(
                i ->
                    switch (i % 4) {
                      case 0 -> "2001:db8:1:2::%x".formatted(i + 1);
                      case 1 -> "2001:0DB8:0001:0002:%x:0:0:1".formatted(i);
                      case 2 -> "[2001:db8:1:2:0:0:%x:0]:4711".formatted(i);
                      default -> "[2001:db8:1:2::%x]".formatted(i);
                    })
            .toList();
    long passed =
        spellings.stream().filter(hop -> !refused(limit.network(from(PROXY, hop)))).count();
    assertThat(passed).isEqualTo(5);
    assertThat(refused(limit.network(from("2001:db8:1:2::abcd")))).as("without proxy").isTrue();
    assertThat(refused(limit.network(from(PROXY, "2001:db8:1:3::1")))).isFalse();
  }

  @Test
  void aProxyThatNamesNoClient_hasNoNetworkBucket() {
    RateLimit limit = limit(1, 1);
    for (int i = 0; i < 10; i++) {
      assertThat(refused(limit.network(from(PROXY)))).isFalse();
      assertThat(refused(limit.stranger(from(PROXY, "unknown")))).isFalse();
    }
  }

  @Test
  void strangers_haveABucketOfAPersonsSize_perNetwork() {
    RateLimit limit = limit(2, 1, 100, 100);
    for (int i = 0; i < 2; i++) {
      assertThat(refused(limit.stranger(from("192.0.2.1")))).isFalse();
    }
    assertThat(retryAfter(limit.stranger(from("192.0.2.1")))).isEqualTo(1);
    assertThat(refused(limit.stranger(from("192.0.2.2")))).isFalse();
    assertThat(refused(limit, People.ALICE)).as("who has a name").isFalse();
  }

  @Test
  void wrongAdminTokens_areOwedOneByOne_alsoThoseThatWereTriedTogether() {
    RateLimit limit = limit(2, 1, 100, 100);
    var here = from("192.0.2.1");
    for (int i = 0; i < 10; i++) {
      assertThat(refused(limit.adminAttempt(here))).as("looking takes nothing").isFalse();
    }
    for (int i = 0; i < 12; i++) {
      limit.adminFailed(here).block();
    }
    clock.pass(Duration.ofSeconds(10));
    assertThat(refused(limit.adminAttempt(here))).isTrue();
    assertThat(refused(limit.adminAttempt(from("192.0.2.2")))).isFalse();
    clock.pass(Duration.ofSeconds(1));
    assertThat(refused(limit.adminAttempt(here))).isFalse();
  }

  @Test
  void wrongAdminTokens_ofWhomAProxyDoesNotName_haveALimitTogether() {
    RateLimit limit = limit(2, 1, 100, 100);
    limit.adminFailed(from(PROXY)).block();
    limit.adminFailed(from(PROXY, "unknown")).block();
    assertThat(refused(limit.adminAttempt(from(PROXY)))).isTrue();
    assertThat(refused(limit.adminAttempt(from(PROXY, "192.0.2.9")))).isFalse();
  }

  @Test
  void answersSayWhatIsLeft_andOfTheNetworkOnlyThatNothingIs() {
    RateLimit limit = limit(5, 2, 3, 2);
    var exchange = from("192.0.2.1");
    limit.network(exchange).block();
    assertThat(exchange.getResponse().getHeaders().getFirst("RateLimit")).isNull();
    limit.person(exchange, People.ALICE).block();
    assertThat(exchange.getResponse().getHeaders().getFirst("RateLimit"))
        .isEqualTo("\"person\";r=4;t=1");
    assertThat(exchange.getResponse().getHeaders().getFirst("RateLimit-Policy"))
        .isEqualTo("\"person\";q=5;w=3, \"network\";q=3;w=2");

    var stranger = from("192.0.2.9");
    limit.stranger(stranger).block();
    assertThat(stranger.getResponse().getHeaders().getFirst("RateLimit"))
        .isEqualTo("\"stranger\";r=4;t=1");
    assertThat(stranger.getResponse().getHeaders().getFirst("RateLimit-Policy"))
        .isEqualTo("\"stranger\";q=5;w=3, \"network\";q=3;w=2");

    while (!refused(limit.network(exchange))) {}
    assertThat(exchange.getResponse().getHeaders().getFirst("RateLimit"))
        .isEqualTo("\"network\";r=0;t=1");
  }

  @Test
  void refusals_areCountedByTheLimitThatRefused() {
    RateLimit limit = limit(1, 1, 2, 1);
    MockServerWebExchange exchange = from("192.0.2.1");

    refused(limit.person(exchange, ALICE));
    refused(limit.person(exchange, ALICE));
    IntStream.range(0, 4).forEach(i -> refused(limit.network(exchange)));

    assertThat(refusals("person")).isEqualTo(1);
    assertThat(refusals("network")).isEqualTo(2);
    assertThat(refusals("stranger")).isZero();
    assertThat(refusals("admin")).isZero();
  }

  private double refusals(String limit) {
    return meters.get("nth.ratelimit.refused").tag("limit", limit).counter().count();
  }
}
