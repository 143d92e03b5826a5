package nth.ingress;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumSet;
import java.util.Set;
import nth.web.CodeCounts;
import nth.web.Problem;
import nth.web.ProblemCode;

/** How entries were answered: with their number, with a place in the log, or not. */
final class EntryMeters {

  private static final String ENTRIES = "nth.ingress.entries";
  private static final String DESCRIPTION = "Answers to entries";
  private static final String TAG = "outcome";
  private static final Set<ProblemCode> CODES =
      EnumSet.of(
          ProblemCode.INVALID_EVENT_ID,
          ProblemCode.INVALID_USER,
          ProblemCode.INVALID_IDEMPOTENCY_KEY,
          ProblemCode.INVALID_BODY,
          ProblemCode.USER_REQUIRED,
          ProblemCode.EVENT_NOT_FOUND,
          ProblemCode.CLOSED,
          ProblemCode.RETIRED,
          ProblemCode.BODY_TOO_LARGE,
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          ProblemCode.NOT_STARTED,
          ProblemCode.RATE_LIMITED,
          ProblemCode.UNAVAILABLE,
          ProblemCode.OUTCOME_UNKNOWN,
          ProblemCode.INTERNAL_ERROR);

  private final Counter decided;
  private final Counter queued;
  private final CodeCounts refused;

  EntryMeters(MeterRegistry meters) {
    decided = counter(meters, "decided");
    queued = counter(meters, "queued");
    refused = new CodeCounts(meters, ENTRIES, DESCRIPTION, TAG, CODES);
  }

  private static Counter counter(MeterRegistry meters, String outcome) {
    return Counter.builder(ENTRIES).description(DESCRIPTION).tag(TAG, outcome).register(meters);
  }

  /**
   * @param decision whether the answer was the number, and not only a place in the log
   */
  void answered(boolean decision) {
    (decision ? decided : queued).increment();
  }

  void refused(Throwable fault) {
    refused.count(fault instanceof Problem problem ? problem.code() : ProblemCode.INTERNAL_ERROR);
  }
}
