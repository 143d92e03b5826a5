package nth.web;

import java.util.regex.Pattern;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Gives every exchange an id, taken from {@code X-Correlation-Id} if that is harmless, and returns
 * it; and forbids caching wherever the handler does not allow it.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class Correlation implements WebFilter {

  public static final String HEADER = "X-Correlation-Id";
  private static final String ATTRIBUTE = Correlation.class.getName();
  private static final Pattern RULE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Made here where a filter in front of this one has failed. */
  public static String of(ServerWebExchange exchange) {
    return exchange.getAttributeOrDefault(ATTRIBUTE, newId());
  }

  static String newId() {
    return FreshId.next();
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    String given = exchange.getRequest().getHeaders().getFirst(HEADER);
    String id = given != null && RULE.matcher(given).matches() ? given : newId();
    exchange.getAttributes().put(ATTRIBUTE, id);
    HttpHeaders headers = exchange.getResponse().getHeaders();
    headers.set(HEADER, id);
    headers.setCacheControl(CacheControl.noStore());
    return chain.filter(readable(exchange));
  }

  /** An Accept that cannot be read would leave even a problem without a body: it is passed over. */
  private static ServerWebExchange readable(ServerWebExchange exchange) {
    try {
      exchange.getRequest().getHeaders().getAccept();
      return exchange;
    } catch (InvalidMediaTypeException e) {
      return exchange
          .mutate()
          .request(request -> request.headers(headers -> headers.remove(HttpHeaders.ACCEPT)))
          .build();
    }
  }
}
