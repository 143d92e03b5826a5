package nth.web;

import com.nimbusds.jose.JOSEException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import reactor.core.publisher.Mono;

/** Tells which tokens are the issuer's, meant for us and still good. */
public final class Tokens {

  private static final Logger log = LoggerFactory.getLogger(Tokens.class);

  /** A request is answered within 3 s, also when the issuer is silent. */
  private static final Duration PATIENCE = Duration.ofMillis(2_500);

  private static final Duration AGAIN = Duration.ofSeconds(2);

  private final ReactiveJwtDecoder decoder;
  private final AtomicBoolean keysAreKnown = new AtomicBoolean(true);

  Tokens(ReactiveJwtDecoder decoder) {
    this.decoder = decoder;
  }

  /**
   * Fails with a {@link Problem}: 401 of the given code for any token that is not good, 503 {@code
   * unavailable} while the issuer's keys cannot be had. Neither says anything of the token.
   */
  public Mono<Jwt> verified(String token, ProblemCode otherwise) {
    return Mono.defer(() -> signed(token) ? decoder.decode(token) : unsigned())
        .timeout(PATIENCE)
        .doOnNext(good -> keysAreKnown.set(true))
        .onErrorMap(fault -> problem(fault, otherwise));
  }

  /** The decoder takes an encrypted one, of five parts, for a fault of its own. */
  private static boolean signed(String token) {
    return token.chars().filter(c -> c == '.').count() == 2;
  }

  private static Mono<Jwt> unsigned() {
    return Mono.error(() -> new BadJwtException("not of three parts"));
  }

  private Problem problem(Throwable fault, ProblemCode otherwise) {
    // Signatures that cannot even be computed are faults of the token as well.
    if (fault instanceof BadJwtException || fault.getCause() instanceof JOSEException) {
      return BearerToken.refused(otherwise, "The token is not valid here, or not any more.");
    }
    if (keysAreKnown.getAndSet(false)) {
      Throwable cause = NestedExceptionUtils.getMostSpecificCause(fault);
      String why = String.valueOf(cause.getMessage()).replaceAll("\\p{Cntrl}", " ");
      log.warn("The issuer's keys cannot be had: {}: {}", cause.getClass().getName(), why);
    }
    return new Problem(ProblemCode.UNAVAILABLE, "Tokens cannot be checked at the moment.")
        .retryAfter(AGAIN);
  }
}
