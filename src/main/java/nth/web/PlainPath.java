package nth.web;

import java.net.URI;
import java.util.regex.Pattern;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Takes paths in one spelling only: no escapes, no parameters, no empty or dotted segments. Nothing
 * here needs them, and whatever stands in front, which may read them differently, can be trusted to
 * have seen the path that is matched here.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class PlainPath implements WebFilter {

  private static final Pattern RULE =
      Pattern.compile("/|(/(?!\\.{1,2}(/|$))[A-Za-z0-9._-]{1,255}){1,16}/?");

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    return isPlain(exchange.getRequest().getURI())
        ? chain.filter(exchange)
        : Mono.error(
            () ->
                new Problem(
                    ProblemCode.INVALID_PATH,
                    "A path is of letters, digits and . _ - between single slashes."));
  }

  static boolean isPlain(URI uri) {
    String path = uri.getRawPath();
    return path != null && RULE.matcher(path).matches() && uri.getRawFragment() == null;
  }
}
