package nth.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.List;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Who may define and close: whoever knows the token. */
final class AdminAccess {

  private static final String SCHEME = "Bearer ";

  private final @Nullable String token;

  AdminAccess(AdminSettings settings) {
    this.token = settings.token();
  }

  /**
   * Fails with a {@link Problem}: 403 {@code admin_disabled} where no token is set, 401 {@code
   * admin_required} without the right one.
   */
  Mono<Void> check(ServerWebExchange exchange) {
    return Mono.fromRunnable(() -> check(exchange.getRequest().getHeaders()));
  }

  private void check(HttpHeaders headers) {
    if (token == null || token.isBlank()) {
      throw new Problem(ProblemCode.ADMIN_DISABLED, "Admin calls are switched off here.");
    }
    List<String> given = headers.getOrEmpty(HttpHeaders.AUTHORIZATION);
    if (given.size() != 1 || !matches(given.get(0), token)) {
      Problem problem =
          new Problem(ProblemCode.ADMIN_REQUIRED, "This needs the admin token as a Bearer token.");
      problem.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"nth admin\"");
      throw problem;
    }
  }

  /** Takes as long for a wrong token as for the right one. */
  private static boolean matches(String given, String token) {
    return given.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && MessageDigest.isEqual(
            given.substring(SCHEME.length()).getBytes(UTF_8), token.getBytes(UTF_8));
  }
}
