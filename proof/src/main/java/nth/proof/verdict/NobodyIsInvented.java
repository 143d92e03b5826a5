package nth.proof.verdict;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import nth.contract.Result.EntryNumbered;
import nth.proof.crowd.Attempt;

/** K1: every number was given for a click that somebody made. */
final class NobodyIsInvented implements Check {

  @Override
  public String id() {
    return "K1";
  }

  @Override
  public List<String> violations(Page page) {
    Set<String> clicks = new HashSet<>();
    Set<String> keyless = new HashSet<>();
    for (Attempt attempt : page.people().attempts()) {
      if (attempt.isKeyed()) {
        clicks.add(Attempt.requestId(attempt.person(), attempt.key()) + " " + attempt.userId());
      } else {
        // The door made the id, and the answer that told it may have been lost.
        keyless.add(attempt.userId());
      }
    }
    List<String> found = new ArrayList<>();
    for (Placed<?> placed : page.log().results()) {
      if (placed.isEffect() && placed.result() instanceof EntryNumbered number) {
        String user = number.userId().value();
        if (!clicks.contains(number.origin().requestId() + " " + user) && !keyless.contains(user)) {
          found.add(
              "%s has number %s in %s for a request nobody made"
                  .formatted(user, number.seq(), page.event()));
        }
      }
    }
    return found;
  }
}
