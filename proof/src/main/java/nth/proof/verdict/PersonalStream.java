package nth.proof.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import nth.contract.Decision;
import nth.contract.Result.EntryNumbered;
import nth.contract.guarantees.Guarantee;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Frame;
import nth.proof.crowd.Watched;
import org.jspecify.annotations.Nullable;

/** What one person was told about their own entry. */
final class PersonalStream {

  private final Page page;
  private final Watched watched;
  private final String user;
  private final List<String> wrong = new ArrayList<>();
  private @Nullable Decision last;

  PersonalStream(Page page, Watched watched) {
    this.page = page;
    this.watched = watched;
    this.user = Attempt.userId(watched.person());
  }

  List<String> violations() {
    for (Frame frame : watched.frames()) {
      Decision decision = frame.decision();
      if (decision != null) {
        check(decision, frame.id());
        last = decision;
      } else if (frame.state() != null) {
        wrong.addAll(PublicStream.atTheEnd(page, frame.state()));
      }
    }
    if (watched.ended()) {
      wrong.addAll(atTheEnd());
    }
    return wrong;
  }

  private void check(Decision decision, long id) {
    if (last instanceof Decision.Decided && !last.equals(decision)
        || last instanceof Decision.Refused && decision instanceof Decision.None) {
      wrong.add("was told %s after %s".formatted(decision, last));
    }
    if (decision instanceof Decision.Decided decided) {
      wrong.addAll(decided(page, user, decided));
      page.number(user)
          .filter(number -> id != Frame.NO_ID && number.offset() != id)
          .ifPresent(number -> wrong.add("got id %d for %d".formatted(id, number.offset())));
    } else if (decision instanceof Decision.Refused refused) {
      if (!isCommitted(page, user, refused)) {
        wrong.add("was told a refusal that is not in the log: " + refused);
      }
    } else if (!(decision instanceof Decision.None)) {
      wrong.add("was told " + decision + ", which no stream says");
    }
  }

  /** A number, or a win, that is not committed and theirs. */
  static List<String> decided(Page page, String user, Decision.Decided told) {
    Optional<EntryNumbered> number = page.number(user).map(Placed::result);
    return Guarantee.differs("the number told", number.map(Decision.Decided::of), Optional.of(told))
        .toList();
  }

  static boolean isCommitted(Page page, String user, Decision.Refused told) {
    return page.refusals(user).stream()
        .map(Placed::result)
        .map(Decision.Refused::of)
        .anyMatch(told::equals);
  }

  private List<String> atTheEnd() {
    boolean toldNumber = last instanceof Decision.Decided;
    boolean toldClosing = watched.frames().stream().anyMatch(f -> f.event().equals("closed"));
    if (watched.frames().stream().anyMatch(f -> f.event().equals(Frame.RETIRED))) {
      return page.isRetired() ? List.of() : List.of("was told a retirement that was none");
    }
    if (page.number(user).isPresent() && !toldNumber) {
      return List.of("was never told the number");
    }
    if (page.number(user).isEmpty() && !toldClosing) {
      return List.of("was never told the closing");
    }
    // What stands last must be the newest refusal, if that is all there is.
    return Stream.of(page.refusals(user))
        .filter(refusals -> !toldNumber && !refusals.isEmpty())
        .map(refusals -> refusals.get(refusals.size() - 1).result())
        .filter(newest -> page.closing().isPresent() && isBeforeClosing(newest.origin().position()))
        .map(Decision.Refused::of)
        .flatMap(newest -> Guarantee.differs("the last refusal told", newest, last))
        .toList();
  }

  private boolean isBeforeClosing(nth.contract.Position position) {
    return page.closing().orElseThrow().origin().position().offset() > position.offset();
  }
}
