package nth.sequencer.topology;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a failed thread means: {@link LineStopped} ends the line at once; anything else gets a new
 * thread, which restores and tries again, at most 3 times in 5 minutes. Nothing is ever skipped.
 */
public final class StopPolicy implements StreamsUncaughtExceptionHandler {

  static final int REPLACEMENTS = 3;
  static final Duration WITHIN = Duration.ofMinutes(5);
  static final String SESSION_REFUSED =
      "The broker refuses nth.sequencer.session-timeout: set its group.min.session.timeout.ms to as"
          + " much or less (1500 for 1500ms), or set nth.sequencer.session-timeout to its minimum"
          + " (6s where it was not changed).";

  private static final Logger log = LoggerFactory.getLogger(StopPolicy.class);

  private final Clock clock;
  private final Deque<Instant> replaced = new ArrayDeque<>();
  private String reason = "The line stopped.";

  public StopPolicy(Clock clock) {
    this.clock = clock;
  }

  /** Why the line was ended, in one sentence. */
  public synchronized String reason() {
    return reason;
  }

  @Override
  public synchronized StreamThreadExceptionResponse handle(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof LineStopped stopped) {
        reason = stopped.getMessage();
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
      }
      if (cause instanceof InvalidSessionTimeoutException) {
        reason = SESSION_REFUSED;
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
      }
    }
    return replaceOrEnd(root(failure));
  }

  private StreamThreadExceptionResponse replaceOrEnd(Throwable root) {
    Instant now = clock.instant();
    replaced.removeIf(earlier -> earlier.isBefore(now.minus(WITHIN)));
    if (replaced.size() == REPLACEMENTS) {
      reason =
          "The line failed %d times in %d minutes, at last with: %s"
              .formatted(REPLACEMENTS + 1, WITHIN.toMinutes(), root);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    replaced.add(now);
    log.warn("The line failed and goes on with a new thread: {}", root.toString());
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
