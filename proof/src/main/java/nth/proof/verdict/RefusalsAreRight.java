package nth.proof.verdict;

import java.util.ArrayList;
import java.util.List;
import nth.contract.Definition;
import nth.contract.RefusalReason;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.Refused;

/**
 * K3: nobody is refused in the log who was in time: whoever has an accepted entry to an open
 * promotion has a number.
 */
final class RefusalsAreRight implements Check {

  @Override
  public String id() {
    return "K3";
  }

  @Override
  public List<String> violations(Page page) {
    List<String> found = new ArrayList<>();
    for (Placed<Refused> placed : page.refusals()) {
      Refused refused = placed.result();
      String user = String.valueOf(refused.userId());
      String what =
          "%s was refused in %s at %s as %s"
              .formatted(user, page.event(), refused.origin().position(), refused.reason().wire());
      if (!isRight(page, placed)) {
        found.add(what + ", which was not so");
      }
      // A retired promotion has forgotten who has a number.
      boolean forgotten = refused.reason() == RefusalReason.RETIRED;
      if (!forgotten && page.number(user).filter(n -> isBefore(n, placed)).isPresent()) {
        found.add(what + " and had a number");
      }
    }
    return found;
  }

  private static boolean isRight(Page page, Placed<Refused> placed) {
    return switch (placed.result().reason()) {
      case EVENT_NOT_FOUND -> page.definitionBefore(placed.command()).isEmpty();
      case NOT_STARTED ->
          page.definitionBefore(placed.command())
              .map(Definition::opensAt)
              .filter(opening -> placed.result().origin().decidedAt().isBefore(opening))
              .isPresent();
      case CLOSED ->
          page.closings().stream().anyMatch(closing -> closing.offset() < placed.offset());
      case RETIRED -> page.isRetiredBefore(placed.offset());
      case ALREADY_RUNNING, INVALID_TIMES, NOT_DUE -> false;
    };
  }

  private static boolean isBefore(Placed<EntryNumbered> number, Placed<Refused> refusal) {
    return number.offset() < refusal.offset();
  }
}
