package nth.proof.verdict;

import static nth.contract.fixtures.Samples.at;
import static nth.contract.fixtures.Samples.position;

import java.util.ArrayList;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.RetirePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.CountMode;
import nth.contract.Decision;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.Origin;
import nth.contract.PlacedWinner;
import nth.contract.PromotionState;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.Result.PromotionDefined;
import nth.contract.Result.PromotionRetired;
import nth.contract.Result.Refused;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.fixtures.Samples;
import nth.contract.guarantees.History.WinnerRecord;
import nth.proof.crowd.Answer;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Code;
import nth.proof.crowd.Frame;
import nth.proof.crowd.Journal;
import nth.proof.crowd.Polled;
import nth.proof.crowd.Watched;

/**
 * A promotion whose second person wins: guest-1 gets 1, guest-2 gets 2 and wins, guest-3 comes too
 * late. All of it is true until a test changes something.
 */
final class Story {

  static final EventId EVENT = Samples.EVENT;
  static final Definition DEFINITION =
      new Definition(Samples.targets(2), at(0), null, true, CountMode.LIVE);
  static final EntryNumbered FIRST = numbered(1, 1, false, 1);
  static final EntryNumbered SECOND = numbered(2, 2, true, 2);
  static final Refused THIRD = refused(3, RefusalReason.CLOSED, 3);
  static final PromotionClosed CLOSED =
      new PromotionClosed(
          SECOND.origin(),
          CloseCause.WON,
          2,
          List.of(new PlacedWinner(new Seq(2), SECOND.userId())));

  final List<Placed<?>> results = new ArrayList<>();
  final List<WinnerRecord> winners = new ArrayList<>();
  final List<Attempt> attempts = new ArrayList<>();
  final List<Watched> watched = new ArrayList<>();
  final List<Polled> polled = new ArrayList<>();
  PromotionView view =
      PromotionView.defined(EVENT, DEFINITION, at(0), List.of(), position(0))
          .closed(CLOSED.winners(), position(2), at(2), CloseCause.WON, 2);

  Story() {
    add(
        new PromotionDefined(
            Origin.of(
                new DefinePromotion(EVENT, new RequestId("define"), at(0), DEFINITION),
                position(0),
                at(0)),
            DEFINITION));
    add(FIRST);
    add(SECOND);
    add(CLOSED);
    add(THIRD);
    winners.add(record(Winner.of(SECOND)));
    attempts.add(queued(1, 0, 1));
    attempts.add(attempt(2, 0, decided(SECOND)));
    attempts.add(queued(3, 0, 3));
    watched.add(
        new Watched(
            0,
            1,
            List.of(
                personal(1, Frame.NO_ID, new Decision.None()),
                personal(2, 1, Decision.Decided.of(FIRST))),
            0,
            true));
    watched.add(
        new Watched(0, Watched.EVERYBODY, List.of(open(0, 0), open(1, 1), closed(2, 3)), 0, true));
    polled.add(
        new Polled(
            0,
            1,
            position(1),
            List.of(told(new Decision.Processing(null)), told(Decision.Decided.of(FIRST))),
            true));
  }

  /** Behind everything; nobody's number is known from here on. */
  void retire() {
    var command = new RetirePromotion(EVENT, new RequestId("retire"), at(60), 1);
    Origin origin = Origin.of(command, position(4), at(60));
    add(new PromotionRetired(origin));
    view = view.retired(origin.decidedAt(), origin.position());
  }

  void add(Result result) {
    results.add(new Placed<>(results.size(), result));
  }

  void replace(int offset, Result result) {
    results.set(offset, new Placed<>(offset, result));
  }

  /** Every violation, as in "K3: …". */
  List<String> violations() {
    Findings findings = new Findings();
    var people = new Page.People(new Journal.Opened(EVENT, 10, 100), attempts, watched, polled);
    Verdict.judge(new Page(EVENT, new Page.Log(results, winners, view), people), findings);
    return findings.counts().keySet().stream()
        .flatMap(id -> findings.of(id).stream().map(sentence -> id + ": " + sentence))
        .toList();
  }

  static EntryNumbered numbered(int person, long seq, boolean wins, long command) {
    UserId user = new UserId(Attempt.userId(person));
    return new EntryNumbered(origin(person, command), user, new Seq(seq), wins, at(command), false);
  }

  static Refused refused(int person, RefusalReason reason, long command) {
    UserId user = new UserId(Attempt.userId(person));
    return new Refused(origin(person, command), "submit_entry", user, reason);
  }

  private static Origin origin(int person, long command) {
    UserId user = new UserId(Attempt.userId(person));
    RequestId request = new RequestId(Attempt.requestId(person, 0));
    return Origin.of(
        new SubmitEntry(EVENT, user, request, at(command)), position(command), at(command));
  }

  static WinnerRecord record(Winner winner) {
    return new WinnerRecord(winner.dedupId(), Json.strict().writeValueAsString(winner), winner);
  }

  static Attempt attempt(int person, int key, Answer answer) {
    return new Attempt(0, person, key, 0, 20, 30, answer);
  }

  static Attempt queued(int person, int key, long command) {
    String request = Attempt.requestId(person, key);
    return attempt(
        person, key, new Answer(202, Code.QUEUED, position(command), request, 0, false, false, 0));
  }

  static Answer decided(EntryNumbered number) {
    return new Answer(
        200,
        Code.DECIDED,
        number.origin().position(),
        number.origin().requestId().value(),
        number.seq().value(),
        number.winner(),
        number.already(),
        number.origin().decidedAt().toEpochMilli());
  }

  static Frame personal(int connection, long id, Decision decision) {
    return new Frame(connection, id, "result", decision, null);
  }

  static Frame open(long entries, long id) {
    PromotionView open = PromotionView.defined(EVENT, DEFINITION, at(0), List.of(), position(0));
    return new Frame(1, id, "update", null, PromotionState.shownToAll(open, entries, at(1)));
  }

  Frame closed(long entries, long id) {
    return new Frame(1, id, "closed", null, PromotionState.shownToAll(view, entries, at(3)));
  }

  static Polled.Told told(Decision decision) {
    boolean processing = decision instanceof Decision.Processing;
    return processing
        ? new Polled.Told(202, "processing", null)
        : new Polled.Told(200, "", decision);
  }
}
