package nth.local.organiser;

import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Keeps everybody out of the organiser's corner but who sits at this machine. It asks for no token,
 * so neither a neighbour in the network nor a page of somebody else may get in: also not one whose
 * name was pointed at 127.0.0.1 after it had been loaded, for which its own origin is ours.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 11)
final class SameMachine implements WebFilter {

  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d{1,5})?");
  private static final Pattern PROXY =
      Pattern.compile("(?i)forwarded|x-forwarded-.*|x-real-ip|via");
  private static final Set<String> OWN_PAGE = Set.of("same-origin", "none");

  private final Predicate<ServerHttpRequest> speaksOldHttp;

  SameMachine() {
    this(SameMachine::speaksOldHttp);
  }

  SameMachine(Predicate<ServerHttpRequest> speaksOldHttp) {
    this.speaksOldHttp = speaksOldHttp;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpRequest request = exchange.getRequest();
    return !isCorner(request.getPath().pathWithinApplication().value()) || isFromHere(request)
        ? chain.filter(exchange)
        : Mono.error(
            () ->
                new Problem(
                    ProblemCode.ORIGIN_REFUSED,
                    "The organiser's corner is for this machine only."));
  }

  /** As nginx does to what is behind it, unless told otherwise; no browser does. */
  private static boolean speaksOldHttp(ServerHttpRequest request) {
    HttpServerRequest asked = ServerHttpRequestDecorator.getNativeRequest(request);
    return asked.version().equals(HttpVersion.HTTP_1_0);
  }

  private static boolean isCorner(String path) {
    return path.equals("/organiser") || path.startsWith("/organiser/");
  }

  private boolean isFromHere(ServerHttpRequest request) {
    HttpHeaders headers = request.getHeaders();
    return isLoopback(request.getRemoteAddress())
        && !speaksOldHttp.test(request)
        && headers.headerNames().stream().noneMatch(SameMachine::isOfAProxy)
        && OWN_PAGE.containsAll(lowerCase(headers, "Sec-Fetch-Site"))
        && isNamedAndAskedLikeThis(
            lowerCase(headers, HttpHeaders.HOST), lowerCase(headers, HttpHeaders.ORIGIN));
  }

  private static boolean isOfAProxy(String header) {
    return PROXY.matcher(header).matches();
  }

  private static boolean isLoopback(@Nullable InetSocketAddress peer) {
    return peer != null && peer.getAddress() != null && peer.getAddress().isLoopbackAddress();
  }

  private static boolean isNamedAndAskedLikeThis(List<String> hosts, List<String> origins) {
    if (hosts.size() != 1 || !LOOPBACK.matcher(hosts.get(0)).matches()) {
      return false;
    }
    Set<String> own = Set.of("http://" + hosts.get(0), "https://" + hosts.get(0));
    return origins.size() <= 1 && own.containsAll(origins);
  }

  private static List<String> lowerCase(HttpHeaders headers, String name) {
    return headers.getOrEmpty(name).stream().map(value -> value.toLowerCase(Locale.ROOT)).toList();
  }
}
