package nth.notifier;

import nth.contract.Decision;
import nth.contract.Result;
import org.jspecify.annotations.Nullable;

/**
 * A person's part in a promotion: their number, which is for ever, and until there is one their
 * latest refusal. A result seen before changes nothing and gives back the same object.
 *
 * @param offset in {@code nth.results} of the newest result that concerns them, or {@link #NEVER}
 */
record Part(Decision.@Nullable Decided number, Decision.@Nullable Refused refusal, long offset) {

  static final long NEVER = -1;
  static final Part NONE = new Part(null, null, NEVER);

  Part numbered(Result.EntryNumbered effect, long offset) {
    return number != null ? this : new Part(Decision.Decided.of(effect), refusal, offset);
  }

  Part refused(Result.Refused result, long offset) {
    boolean news =
        number == null
            && (refusal == null
                || result.origin().position().offset() > refusal.position().offset());
    return news ? new Part(null, Decision.Refused.of(result), offset) : this;
  }
}
