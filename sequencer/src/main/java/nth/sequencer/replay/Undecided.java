package nth.sequencer.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import nth.contract.Position;
import org.jspecify.annotations.Nullable;

/** Commands without an answer: listed while they are young, a failure when they are not. */
final class Undecided {

  /** The line answers in milliseconds, and after a take-over in seconds. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  static final int KEPT = 20;

  /**
   * @param what type of the command, or {@code unreadable}
   */
  record Open(Position position, @Nullable String event, String what, Instant appendedAt) {}

  private final Instant now;
  private final Findings findings;
  private final List<Open> first = new ArrayList<>();
  private long count;

  Undecided(Instant now, Findings findings) {
    this.now = now;
    this.findings = findings;
  }

  void add(Open open) {
    if (count++ < KEPT) {
      first.add(open);
    }
    Duration age = Duration.between(open.appendedAt(), now);
    if (age.compareTo(LIMIT) > 0) {
      findings.add(
          Finding.Kind.UNDECIDED,
          open.event(),
          "nth.entries",
          open.position().toString(),
          "%s has had no answer for %d s".formatted(open.what(), age.toSeconds()));
    }
  }

  long count() {
    return count;
  }

  /** In the order of the log. */
  List<Open> first() {
    return first;
  }
}
