package nth.proof.verdict;

import java.util.ArrayList;
import java.util.List;
import nth.contract.Decision;
import nth.contract.RefusalReason;
import nth.contract.Result.Refused;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Polled;
import nth.proof.crowd.Polled.Told;

/** K6: who asks is told nothing that is not in the log, and nothing that is taken back. */
final class PollersHeardTheTruth implements Check {

  private static final int RETIRED = 410;

  @Override
  public String id() {
    return "K6";
  }

  @Override
  public List<String> violations(Page page) {
    List<String> found = new ArrayList<>();
    for (Polled polled : page.people().polled()) {
      String who =
          "%s asking in %s for %s "
              .formatted(Attempt.userId(polled.person()), page.event(), polled.position());
      wrong(page, polled).forEach(sentence -> found.add(who + sentence));
    }
    return found;
  }

  private static List<String> wrong(Page page, Polled polled) {
    List<String> wrong = new ArrayList<>();
    if (!polled.ended()) {
      wrong.add("was never told a decision by every instance");
    }
    boolean number = false;
    for (Told told : polled.told()) {
      boolean decided = told.decision() instanceof Decision.Decided;
      // An instance may lag behind another; but one that lags says so, it does not deny.
      if (number && !decided && told.status() != 202 && told.status() != RETIRED) {
        wrong.add("was told " + told + " after a number");
      }
      number |= decided;
      wrong.addAll(wrong(page, polled, told));
    }
    return wrong;
  }

  private static List<String> wrong(Page page, Polled polled, Told told) {
    String user = Attempt.userId(polled.person());
    if (told.status() == 404
        && !(told.code().equals("event_not_found") && isUnknown(page, polled))) {
      return List.of("was told " + told.code());
    }
    if (told.status() == RETIRED && !page.isRetired()) {
      return List.of("was told a retirement that was none");
    }
    if (told.decision() instanceof Decision.Decided decided) {
      return PersonalStream.decided(page, user, decided);
    }
    if (told.decision() instanceof Decision.Refused refused) {
      boolean below = refused.position().offset() < polled.position().offset();
      return below || !PersonalStream.isCommitted(page, user, refused)
          ? List.of("was told a refusal that is not the log's: " + refused)
          : List.of();
    }
    return told.status() == 200 ? List.of("was told " + told) : List.of();
  }

  private static boolean isUnknown(Page page, Polled polled) {
    return page.answer(polled.position().offset())
        .filter(Refused.class::isInstance)
        .map(Refused.class::cast)
        .filter(refused -> refused.reason() == RefusalReason.EVENT_NOT_FOUND)
        .isPresent();
  }
}
