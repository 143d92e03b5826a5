package nth.proof.verdict;

import java.util.ArrayList;
import java.util.List;
import nth.proof.crowd.Frame;
import nth.proof.crowd.Watched;

/**
 * K6: every watcher ended on the fold of the log, ids rose over all reconnects, and no frame said
 * anything else than what is committed.
 */
final class WatchersHeardTheTruth implements Check {

  @Override
  public String id() {
    return "K6";
  }

  @Override
  public List<String> violations(Page page) {
    List<String> found = new ArrayList<>();
    for (Watched watched : page.people().watched()) {
      String who =
          (watched.isPersonal() ? nth.proof.crowd.Attempt.userId(watched.person()) : "somebody")
              + " watching "
              + page.event();
      List<String> wrong = new ArrayList<>(ids(watched));
      if (!watched.ended()) {
        wrong.add("was never told the end");
      }
      if (watched.denials() > 0) {
        wrong.add("was told that there is no such promotion");
      }
      wrong.addAll(
          watched.isPersonal()
              ? new PersonalStream(page, watched).violations()
              : new PublicStream(page, watched).violations());
      wrong.forEach(sentence -> found.add(who + " " + sentence));
    }
    return found;
  }

  /** An id may come again only where a new connection begins with what was said last. */
  private static List<String> ids(Watched watched) {
    List<String> wrong = new ArrayList<>();
    long last = Frame.NO_ID;
    int connection = 0;
    for (Frame frame : watched.frames()) {
      if (frame.id() == Frame.NO_ID) {
        continue;
      }
      boolean rises = frame.connection() == connection ? frame.id() > last : frame.id() >= last;
      if (!rises) {
        wrong.add("got id %d after %d".formatted(frame.id(), last));
      }
      last = frame.id();
      connection = frame.connection();
    }
    return wrong;
  }
}
