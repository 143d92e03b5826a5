package nth.web;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Keeps pages of other sites from acting in somebody's browser, before anything is counted or read.
 * Whoever sends no Origin is no browser, and nobody else's page.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class OriginCheck implements WebFilter {

  private static final Pattern ORIGIN = Pattern.compile("(?<scheme>https?)://(?<host>[^/@]+)");
  private static final String FETCH_SITE = "Sec-Fetch-Site";
  private static final Set<HttpMethod> ACTING =
      Set.of(HttpMethod.PUT, HttpMethod.POST, HttpMethod.PATCH, HttpMethod.DELETE);

  private final Set<String> allowed;

  OriginCheck(WebSettings settings) {
    this.allowed = Set.copyOf(settings.cors().allowedOrigins());
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    if (!ACTING.contains(exchange.getRequest().getMethod()) || passes(exchange.getRequest())) {
      return chain.filter(exchange);
    }
    return Mono.error(
        () -> new Problem(ProblemCode.ORIGIN_REFUSED, "Pages of this origin may not do this."));
  }

  boolean passes(ServerHttpRequest request) {
    List<String> origins = request.getHeaders().getOrEmpty(HttpHeaders.ORIGIN);
    if (origins.size() == 1 && allowed.contains(origins.get(0))) {
      return true;
    }
    boolean crossSite =
        request.getHeaders().getOrEmpty(FETCH_SITE).stream()
            .anyMatch("cross-site"::equalsIgnoreCase);
    return !crossSite
        && (origins.isEmpty() || (origins.size() == 1 && isOwn(origins.get(0), request)));
  }

  /**
   * Whether the browser asks the host that its page came from. A proxy in front hides whether that
   * was by TLS, so the scheme counts only where TLS ends here.
   */
  private static boolean isOwn(String origin, ServerHttpRequest request) {
    List<String> hosts = request.getHeaders().getOrEmpty(HttpHeaders.HOST);
    Matcher page = ORIGIN.matcher(origin.toLowerCase(Locale.ROOT));
    if (hosts.size() != 1 || !page.matches()) {
      return false;
    }
    boolean tls = page.group("scheme").equals("https");
    if (request.getSslInfo() != null && !tls) {
      return false;
    }
    String host = hosts.get(0).toLowerCase(Locale.ROOT);
    return withoutPort(host, tls).equals(withoutPort(page.group("host"), tls));
  }

  /** Browsers leave out the port that the scheme stands for, proxies may write it. */
  private static String withoutPort(String host, boolean tls) {
    String port = tls ? ":443" : ":80";
    return host.endsWith(port) ? host.substring(0, host.length() - port.length()) : host;
  }
}
