package nth.app;

import java.util.Optional;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;

/** What a broker says to an account that it does not know, or that may not do what it tries. */
final class Refusal {

  private Refusal() {}

  /** In words, if a refusal is the reason of the fault. */
  static Optional<String> of(Throwable fault) {
    for (Throwable at = fault; at != null; at = at.getCause()) {
      if (at instanceof AuthenticationException || at instanceof AuthorizationException) {
        return Optional.of(at.getClass().getSimpleName() + ": " + at.getMessage());
      }
    }
    return Optional.empty();
  }
}
