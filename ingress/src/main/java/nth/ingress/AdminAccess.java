package nth.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import nth.web.BearerToken;
import nth.web.Problem;
import nth.web.ProblemCode;
import nth.web.Tokens;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Who may define and close: whoever knows the admin token, or whose own token says the role. */
final class AdminAccess {

  private final byte @Nullable [] digest;
  private final @Nullable Tokens tokens;
  private final AdminRole role;
  private final RateLimit failures;

  /**
   * @param tokens null where persons have none
   */
  AdminAccess(AdminSettings settings, @Nullable Tokens tokens, RateLimit failures) {
    String token = settings.token();
    this.digest = token == null || token.isBlank() ? null : digest(token);
    this.tokens = settings.hasRole() ? tokens : null;
    this.role = new AdminRole(settings.role(), settings.roleClaim());
    this.failures = failures;
  }

  /**
   * Fails with a {@link Problem}: 403 {@code admin_disabled} where nobody can be an admin, 429
   * {@code rate_limited} where too many were wrong, 401 {@code admin_required} for whoever is not
   * known, 403 {@code admin_required} for whoever is, but not as an admin.
   */
  Mono<Void> check(ServerWebExchange exchange) {
    if (digest == null && tokens == null) {
      return Mono.error(
          () -> new Problem(ProblemCode.ADMIN_DISABLED, "Admin calls are switched off here."));
    }
    return failures
        .adminAttempt(exchange)
        .then(Mono.fromCallable(() -> given(exchange)))
        .flatMap(
            given ->
                // Who brings no token guesses nothing.
                admitted(given)
                    .onErrorResume(
                        AdminAccess::isFailure,
                        no -> failures.adminFailed(exchange).then(Mono.error(no))));
  }

  private static String given(ServerWebExchange exchange) {
    return BearerToken.inHeader(exchange.getRequest(), ProblemCode.ADMIN_REQUIRED)
        .orElseThrow(
            () ->
                BearerToken.missing(
                    ProblemCode.ADMIN_REQUIRED, "This needs an admin's Bearer token."));
  }

  /** Digests are of one length, so that not even the length of the token shows in the time. */
  private Mono<Void> admitted(String given) {
    if (digest != null && MessageDigest.isEqual(digest(given), digest)) {
      return Mono.empty();
    }
    return tokens == null
        ? Mono.error(() -> BearerToken.refused(ProblemCode.ADMIN_REQUIRED, "This is no admin's."))
        : tokens.verified(given, ProblemCode.ADMIN_REQUIRED).flatMap(this::admitted);
  }

  private Mono<Void> admitted(Jwt token) {
    return role.isOf(token)
        ? Mono.empty()
        : Mono.error(
            () ->
                new Problem(
                    ProblemCode.ADMIN_REQUIRED, HttpStatus.FORBIDDEN, "This person is no admin."));
  }

  private static boolean isFailure(Throwable no) {
    return no instanceof Problem problem && problem.code() == ProblemCode.ADMIN_REQUIRED;
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
