package nth.web;

import nth.contract.UserId;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** As the issuer of a token says it, in {@code sub}. */
final class TokenIdentity implements Identity {

  private final Tokens tokens;

  TokenIdentity(Tokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public Mono<Caller> caller(ServerWebExchange exchange) {
    return Mono.fromCallable(() -> BearerToken.of(exchange.getRequest()))
        .flatMap(Mono::justOrEmpty)
        .switchIfEmpty(Mono.error(TokenIdentity::nobody))
        .flatMap(token -> tokens.verified(token, ProblemCode.USER_REQUIRED))
        .map(token -> new Caller(user(token), token.getExpiresAt()));
  }

  private static Problem nobody() {
    return BearerToken.missing(
        ProblemCode.USER_REQUIRED, "This needs a Bearer token that names the person.");
  }

  private static UserId user(Jwt token) {
    try {
      return new UserId(token.getSubject());
    } catch (IllegalArgumentException e) {
      throw new Problem(
          ProblemCode.INVALID_USER,
          HttpStatus.FORBIDDEN,
          "The token's sub must be 1 to 255 of A-Z a-z 0-9 . _ : @ | + = ~ -");
    }
  }
}
