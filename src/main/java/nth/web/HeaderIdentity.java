package nth.web;

import java.util.List;
import nth.contract.UserId;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** As a gateway in front says it, in X-User-Id. */
final class HeaderIdentity implements Identity {

  private static final String USER_HEADER = "X-User-Id";

  @Override
  public Mono<Caller> caller(ServerWebExchange exchange) {
    HttpHeaders headers = exchange.getRequest().getHeaders();
    return Mono.fromCallable(() -> new Caller(user(headers), null));
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
