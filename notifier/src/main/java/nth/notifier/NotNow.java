package nth.notifier;

import java.time.Duration;
import nth.web.Problem;
import nth.web.ProblemCode;

/** What is over in a moment: 503 {@code unavailable}, with a short and spread time to come back. */
final class NotNow {

  private static final Duration SOONEST = Duration.ofSeconds(1);
  private static final Duration LATEST = Duration.ofSeconds(3);

  private NotNow() {}

  static Problem because(String detail) {
    return new Problem(ProblemCode.UNAVAILABLE, detail).retryAfter(Jitter.between(SOONEST, LATEST));
  }
}
