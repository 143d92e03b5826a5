package nth.proof.verdict;

import java.util.ArrayList;
import java.util.List;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.UserId;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Code;

/** K3: at the position of every 202 stands an answer to exactly that request of that person. */
final class AcceptedIsDecided implements Check {

  @Override
  public String id() {
    return "K3";
  }

  @Override
  public List<String> violations(Page page) {
    List<String> found = new ArrayList<>(page.doubles());
    for (Attempt attempt : page.people().attempts()) {
      if (attempt.answer().code() == Code.QUEUED) {
        check(page, attempt, found);
      }
    }
    return found;
  }

  private static void check(Page page, Attempt attempt, List<String> found) {
    Position position = attempt.answer().position();
    String who = "the 202 of %s in %s".formatted(attempt.userId(), page.event());
    if (position == null) {
      found.add(who + " names no position");
      return;
    }
    Result result = page.answer(position.offset()).orElse(null);
    if (result == null || !result.origin().position().equals(position)) {
      found.add("%s at %s has no committed result".formatted(who, position));
      return;
    }
    String request = attempt.answer().requestId();
    String user = result.on(new UserOf()).map(UserId::value).orElse("nobody");
    if (!attempt.userId().equals(user)
        || !result.origin().requestId().value().equals(request)
        || attempt.isKeyed()
            && !Attempt.requestId(attempt.person(), attempt.key()).equals(request)) {
      found.add(
          "%s at %s, request %s, is decided for request %s of %s"
              .formatted(who, position, request, result.origin().requestId(), user));
    }
  }
}
