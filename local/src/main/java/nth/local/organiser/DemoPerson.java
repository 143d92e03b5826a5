package nth.local.organiser;

import java.util.List;
import java.util.Optional;
import nth.contract.UserId;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * In place of the gateway that elsewhere names the person: the page on this laptop says in a cookie
 * who sits there, because EventSource sends no headers. Behind the check of origins, since a cookie
 * also comes with what pages of others ask.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class DemoPerson implements WebFilter {

  static final String COOKIE = "nth-demo-person";
  private static final String USER_HEADER = "X-User-Id";

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    return chain.filter(
        person(exchange.getRequest())
            .map(
                person ->
                    exchange
                        .mutate()
                        .request(request -> request.header(USER_HEADER, person.value()))
                        .build())
            .orElse(exchange));
  }

  /** Of a request that names nobody; a cookie that is no name, or one of two, says nothing. */
  private static Optional<UserId> person(ServerHttpRequest request) {
    HttpHeaders headers = request.getHeaders();
    List<HttpCookie> cookies = request.getCookies().getOrDefault(COOKIE, List.of());
    if (headers.containsHeader(USER_HEADER)
        || headers.containsHeader(HttpHeaders.AUTHORIZATION)
        || cookies.size() != 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(new UserId(cookies.get(0).getValue()));
    } catch (IllegalArgumentException noName) {
      return Optional.empty();
    }
  }
}
