package nth.ingress;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.net.InetSocketAddress;
import java.time.Duration;
import nth.contract.UserId;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** One token per request, out of the bucket of a person or of a client network. */
final class RateLimit {

  private final Buckets<UserId> persons;
  private final Buckets<ClientNetwork> networks;
  private final int ipv6Prefix;

  RateLimit(RateLimitSettings settings, TimeMeter clock) {
    this.persons = new Buckets<>(settings.burst(), settings.refill(), clock);
    this.networks = new Buckets<>(settings.network().burst(), settings.network().refill(), clock);
    this.ipv6Prefix = settings.network().ipv6Prefix();
  }

  /** Fails with a {@link Problem}, 429 {@code rate_limited}. */
  Mono<Void> person(UserId user) {
    return Mono.fromRunnable(() -> persons.take(user, "This person asks too often."));
  }

  /** Fails with a {@link Problem}, 429 {@code rate_limited}. */
  Mono<Void> network(ServerWebExchange exchange) {
    return Mono.fromRunnable(() -> network(exchange.getRequest().getRemoteAddress()));
  }

  /**
   * @param peer null if it is gone already
   */
  void network(@Nullable InetSocketAddress peer) {
    if (peer != null && peer.getAddress() != null) {
      networks.take(
          ClientNetwork.of(peer.getAddress(), ipv6Prefix), "This network asks too often.");
    }
  }

  private static final class Buckets<K> {
    private static final int MOST = 100_000;

    private final Cache<K, Bucket> buckets;
    private final int burst;
    private final int refill;
    private final TimeMeter clock;

    Buckets(int burst, int refill, TimeMeter clock) {
      this.burst = burst;
      this.refill = refill;
      this.clock = clock;
      // A bucket left alone until it is full again is as good as a new one.
      Duration full = Duration.ofSeconds(burst / refill + 1L);
      this.buckets =
          Caffeine.newBuilder()
              .maximumSize(MOST)
              .expireAfterAccess(full)
              .ticker(clock::currentTimeNanos)
              .build();
    }

    void take(K key, String detail) {
      Bucket bucket = buckets.get(key, absent -> full());
      ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
      if (!probe.isConsumed()) {
        throw new Problem(ProblemCode.RATE_LIMITED, detail)
            .retryAfter(Duration.ofNanos(probe.getNanosToWaitForRefill()));
      }
    }

    private Bucket full() {
      return Bucket.builder()
          .withCustomTimePrecision(clock)
          .addLimit(limit -> limit.capacity(burst).refillGreedy(refill, Duration.ofSeconds(1)))
          .build();
    }
  }
}
