package nth.web;

import java.net.InetSocketAddress;
import java.util.List;
import nth.contract.UserId;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** As a gateway in front says it, in X-User-Id. */
final class HeaderIdentity implements Identity {

  private static final String USER_HEADER = "X-User-Id";

  private final TrustedProxies proxies;

  HeaderIdentity(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  @Override
  public Mono<Caller> caller(ServerWebExchange exchange) {
    ServerHttpRequest request = exchange.getRequest();
    return Mono.fromCallable(
        () -> {
          requireGateway(request.getRemoteAddress());
          return new Caller(user(request.getHeaders()), null);
        });
  }

  /** Where no proxies are listed, the network must see to it that only a gateway gets here. */
  private void requireGateway(@Nullable InetSocketAddress peer) {
    boolean known = peer != null && peer.getAddress() != null;
    if (!proxies.isEmpty() && !(known && proxies.trusts(peer.getAddress()))) {
      throw new Problem(
          ProblemCode.USER_REQUIRED, "Only a trusted gateway may name the person in X-User-Id.");
    }
  }

  private static UserId user(HttpHeaders headers) {
    List<String> given = headers.getOrEmpty(USER_HEADER);
    if (given.isEmpty()) {
      throw new Problem(ProblemCode.USER_REQUIRED, "The header X-User-Id must name the person.");
    }
    if (given.size() > 1) {
      throw new Problem(ProblemCode.INVALID_USER, "There must be one header X-User-Id.");
    }
    try {
      return new UserId(given.get(0));
    } catch (IllegalArgumentException e) {
      throw new Problem(
          ProblemCode.INVALID_USER, "X-User-Id must be 1 to 255 of A-Z a-z 0-9 . _ : @ | + = ~ -");
    }
  }
}
