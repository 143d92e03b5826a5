package nth.ingress;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.BiFunction;
import java.util.function.Function;
import nth.contract.UserId;
import nth.web.ClientNetworks;
import nth.web.IpNetwork;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * One token per request out of the bucket of its network, and one out of the bucket of its person
 * or, where nobody is named, out of one of a person's size that the network has for that. A token
 * once taken is gone, also if the next bucket refuses. Where a trusted proxy names no client, there
 * is no network and nothing is counted for it.
 */
final class RateLimit {

  /** Of draft-ietf-httpapi-ratelimit-headers-10. */
  static final String HEADER = "RateLimit";

  static final String POLICY_HEADER = "RateLimit-Policy";

  private record Kind(Allowance allowance, Buckets buckets, String refusal, Counter refusals) {}

  private final ClientNetworks clients;
  private final int ipv6Prefix;
  private final Kind network;
  private final Kind person;
  private final Kind stranger;
  private final Kind adminFailure;

  RateLimit(
      RateLimitSettings settings,
      ClientNetworks clients,
      Function<Allowance, Buckets> buckets,
      MeterRegistry meters) {
    this.clients = clients;
    this.ipv6Prefix = settings.network().ipv6Prefix();
    var ofNetwork =
        new Allowance("network", settings.network().burst(), settings.network().refill());
    Function<String, Allowance> one =
        name -> new Allowance(name, settings.burst(), settings.refill());
    BiFunction<Allowance, String, Kind> kind =
        (allowance, refusal) ->
            new Kind(allowance, buckets.apply(allowance), refusal, refusals(meters, allowance));
    this.network = kind.apply(ofNetwork, "This network asks too often.");
    this.person = kind.apply(one.apply("person"), "This person asks too often.");
    this.stranger = kind.apply(one.apply("stranger"), "Without a name this is asked too often.");
    this.adminFailure = kind.apply(one.apply("admin"), "Too many wrong tokens came from here.");
  }

  private static Counter refusals(MeterRegistry meters, Allowance allowance) {
    return Counter.builder("nth.ratelimit.refused")
        .description("Requests for which a bucket had no token")
        .tag("limit", allowance.name())
        .register(meters);
  }

  /** Fails with a {@link Problem}, 429 {@code rate_limited}. */
  Mono<Void> network(ServerWebExchange exchange) {
    return ofNetwork(exchange, owner -> network.buckets().take(owner))
        .flatMap(
            level -> {
              if (!level.enough()) {
                tell(network, level, exchange);
              }
              return passed(network, level);
            });
  }

  /** Fails with a {@link Problem}, 429 {@code rate_limited}. */
  Mono<Void> person(ServerWebExchange exchange, UserId user) {
    return person
        .buckets()
        .take(user.value())
        .doOnNext(level -> tell(person, level, exchange))
        .flatMap(level -> passed(person, level));
  }

  /** For a request that names nobody. Fails with a {@link Problem}, 429 {@code rate_limited}. */
  Mono<Void> stranger(ServerWebExchange exchange) {
    return ofNetwork(exchange, owner -> stranger.buckets().take(owner))
        .doOnNext(level -> tell(stranger, level, exchange))
        .flatMap(level -> passed(stranger, level));
  }

  /**
   * Whether this network may try a token of an admin. Fails with a {@link Problem}, 429 {@code
   * rate_limited}.
   */
  Mono<Void> adminAttempt(ServerWebExchange exchange) {
    return adminFailure
        .buckets()
        .look(networkOrUnnamed(exchange))
        .flatMap(level -> passed(adminFailure, level));
  }

  /**
   * The token was wrong. Of many that are tried at the same time each is counted, though the bucket
   * was empty after the first: the others have to be regained too.
   */
  Mono<Void> adminFailed(ServerWebExchange exchange) {
    return adminFailure.buckets().charge(networkOrUnnamed(exchange));
  }

  /** Guessing has a limit also where a proxy names no client. */
  private String networkOrUnnamed(ServerWebExchange exchange) {
    return clients.of(exchange, ipv6Prefix).map(IpNetwork::toString).orElse("unnamed");
  }

  private <T> Mono<T> ofNetwork(ServerWebExchange exchange, Function<String, Mono<T>> question) {
    return Mono.defer(
        () ->
            Mono.justOrEmpty(clients.of(exchange, ipv6Prefix))
                .map(IpNetwork::toString)
                .flatMap(question));
  }

  private static Mono<Void> passed(Kind kind, Level level) {
    return level.enough() ? Mono.empty() : Mono.error(() -> refused(kind, level));
  }

  private static Problem refused(Kind kind, Level level) {
    kind.refusals().increment();
    return new Problem(ProblemCode.RATE_LIMITED, kind.refusal()).retryAfter(level.untilNext());
  }

  /**
   * Of the network one learns no more than that it is exhausted: what is left would tell how many
   * neighbours press the button.
   */
  private void tell(Kind own, Level level, ServerWebExchange exchange) {
    HttpHeaders headers = exchange.getResponse().getHeaders();
    Allowance named = own == network ? person.allowance() : own.allowance();
    headers.set(POLICY_HEADER, named.policy() + ", " + network.allowance().policy());
    headers.set(HEADER, own.allowance().limit(level));
  }
}
