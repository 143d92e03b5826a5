package nth.proof.verdict;

import static nth.contract.fixtures.Samples.at;
import static nth.contract.fixtures.Samples.position;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import nth.contract.CloseCause;
import nth.contract.CountMode;
import nth.contract.Decision;
import nth.contract.Definition;
import nth.contract.Origin;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.Result.PromotionDefined;
import nth.contract.Seq;
import nth.contract.Winner;
import nth.contract.fixtures.Samples;
import nth.proof.crowd.Answer;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Code;
import nth.proof.crowd.Frame;
import nth.proof.crowd.Polled;
import nth.proof.crowd.Watched;
import org.junit.jupiter.api.Test;

/** Everything that can be wrong is found: a check that cannot fail would prove nothing. */
class VerdictTest {

  private final Story story = new Story();

  @Test
  void trueStory_breaksNothing() {
    assertThat(story.violations()).isEmpty();
  }

  // The topics alone.

  @Test
  void gap_isFound() {
    story.replace(1, Story.numbered(1, 3, false, 1));

    finds("K1: the number of guest-1");
  }

  @Test
  void winnerLess_isFound() {
    story.winners.clear();

    finds("K4: what was published");
  }

  @Test
  void alteredWinner_isFound() {
    story.winners.clear();
    story.winners.add(Story.record(Winner.of(Story.numbered(1, 2, true, 1))));

    finds("K4: what was published");
  }

  @Test
  void winnerAtAnotherNumber_isFound() {
    story.replace(1, Story.numbered(1, 1, true, 1));

    finds("K2: the winning numbers");
  }

  @Test
  void numbersWithoutDefinition_areFound() {
    story.results.remove(0);

    finds("K2: spring-opening has numbers and no definition");
  }

  @Test
  void retirement_breaksNothing_andWhoComesThenIsToldSo() {
    retireAndTellAll();

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void retirementThatWasNone_isFound() {
    retireAndTellAll();
    story.results.remove(5);

    assertThat(story.violations())
        .contains(
            "K3: guest-2 was refused in spring-opening at 0-5 as retired, which was not so",
            "K3: guest-2 was told too early that spring-opening is RETIRED",
            "K6: guest-2 asking in spring-opening for 0-2 was told a retirement that was none",
            "K6: guest-2 watching spring-opening was told a retirement that was none");
  }

  @Test
  void numberToldAfterTheRetirement_isFound() {
    story.retire();
    story.add(
        new EntryNumbered(
            Origin.of(Samples.SUBMIT, position(5), at(70)).repeating(position(1)),
            Story.FIRST.userId(),
            Story.FIRST.seq(),
            false,
            at(1),
            true));

    finds("K2: spring-opening told number 1 after it was retired");
  }

  private void retireAndTellAll() {
    story.retire();
    story.add(Story.refused(2, RefusalReason.RETIRED, 5));
    story.attempts.add(
        Story.attempt(2, 0, new Answer(410, Code.RETIRED, null, null, 0, false, false, 0)));
    var gone = new Frame(1, Frame.NO_ID, Frame.RETIRED, null, null);
    story.watched.add(new Watched(0, 2, List.of(gone), 0, true));
    Polled.Told told = new Polled.Told(410, "retired", null);
    story.polled.add(new Polled(0, 2, position(2), List.of(told), true));
  }

  @Test
  void numberAfterTheEnd_isFound() {
    story.add(Story.numbered(3, 3, false, 4));

    finds("K2: spring-opening gave number 3 after it was closed");
  }

  @Test
  void secondClosing_isFound() {
    story.add(Story.CLOSED);

    finds("K2: spring-opening was closed 2 times");
  }

  @Test
  void wonAndNotClosed_isFound() {
    story.results.remove(3);

    finds("K2: spring-opening is won and not closed");
    finds("K2: spring-opening was answered to be closed and is not");
    finds("K2: spring-opening is closed on nth.promotions only");
  }

  @Test
  void closedAsWonTooEarly_isFound() {
    story.results.remove(2);

    finds("K2: spring-opening closed as won with 2 entries");
  }

  @Test
  void closedAsDueBeforeItsTime_isFound() {
    Definition definition = new Definition(Samples.targets(3), at(0), at(60), true, CountMode.LIVE);
    PromotionDefined defined = (PromotionDefined) story.results.get(0).result();
    story.replace(0, new PromotionDefined(defined.origin(), definition));
    story.replace(
        3, new PromotionClosed(Story.SECOND.origin(), CloseCause.DUE, 2, Story.CLOSED.winners()));

    finds("K2: spring-opening closed as due before its closing time");
  }

  @Test
  void dueAndNotClosed_isFound() {
    Definition definition = new Definition(Samples.targets(3), at(0), at(60), true, CountMode.LIVE);
    PromotionDefined defined = (PromotionDefined) story.results.get(0).result();
    story.replace(0, new PromotionDefined(defined.origin(), definition));
    story.results.remove(3);

    finds("K2: spring-opening was due at " + at(60) + " and is open");
  }

  @Test
  void numberBeforeTheOpening_isFound() {
    define(new Definition(Samples.targets(2), at(2), null, true, CountMode.LIVE));

    finds("K2: spring-opening gave number 1 before its opening");
  }

  @Test
  void numberAfterTheClosingTime_isFound() {
    define(new Definition(Samples.targets(2), at(0), at(2), true, CountMode.LIVE));

    finds("K2: spring-opening gave number 2 after its closing time");
  }

  @Test
  void closedAsWonAfterTheClosingTime_isFound() {
    define(new Definition(Samples.targets(2), at(0), at(2), true, CountMode.LIVE));

    finds("K2: spring-opening closed as won after its closing time");
  }

  private void define(Definition definition) {
    PromotionDefined defined = (PromotionDefined) story.results.get(0).result();
    story.replace(0, new PromotionDefined(defined.origin(), definition));
  }

  @Test
  void otherStateOnPromotions_isFound() {
    story.view =
        PromotionView.defined(Story.EVENT, Story.DEFINITION, at(0), List.of(), position(0));

    finds("K2: the state of spring-opening on nth.promotions");
  }

  // Answers.

  @Test
  void acceptedWithoutResult_isFound() {
    story.attempts.add(Story.queued(4, 0, 9));

    finds("K3: the 202 of guest-4 in spring-opening at 0-9 has no committed result");
  }

  @Test
  void acceptedOfAnotherPerson_isFound() {
    story.attempts.add(Story.queued(4, 0, 1));

    finds("K3: the 202 of guest-4 in spring-opening at 0-1, request click-4-0, is decided for");
  }

  @Test
  void acceptedOfAnotherRequest_isFound() {
    story.attempts.set(0, Story.queued(1, 5, 1));

    finds("K3: the 202 of guest-1 in spring-opening at 0-1, request click-1-5, is decided for");
  }

  @Test
  void otherRequestIdThanSent_isFound() {
    Answer answer = new Answer(202, Code.QUEUED, position(1), "click-1-0", 0, false, false, 0);
    story.attempts.set(0, Story.attempt(1, 7, answer));

    finds("K3: the 202 of guest-1 in spring-opening at 0-1");
  }

  @Test
  void twoAnswersToOneEntry_areFound() {
    story.add(Story.refused(1, RefusalReason.CLOSED, 1));

    finds("K3: the entry at 0-1 has two answers, at offsets 1 and 5");
  }

  @Test
  void answeredNumberThatIsNotTheLogs_isFound() {
    EntryNumbered other =
        new EntryNumbered(
            Story.SECOND.origin(), Story.SECOND.userId(), new Seq(7), true, at(2), false);
    story.attempts.set(1, Story.attempt(2, 0, Story.decided(other)));

    finds("K3: an answer in spring-opening");
  }

  @Test
  void answeredWinThatIsNone_isFound() {
    story.attempts.add(Story.attempt(1, 0, Story.decided(Story.numbered(1, 1, true, 1))));

    finds("K3: an answer in spring-opening");
  }

  @Test
  void answeredRefusalThatIsNotTheLogs_isFound() {
    story.attempts.add(refusal(Code.CLOSED, position(1)));

    finds("K3: a refusal in spring-opening");
  }

  @Test
  void earlyClosedOfAnOpenPromotion_isFound() {
    story.results.remove(3);
    story.attempts.add(refusal(Code.CLOSED, null));

    finds("K3: guest-1 was told too early that spring-opening is CLOSED");
  }

  @Test
  void earlyClosedBeforeTheLastNumberWasAskedFor_isFound() {
    Answer answer = new Answer(409, Code.CLOSED, null, "click-1-0", 0, false, false, 0);
    story.attempts.add(new Attempt(0, 1, 0, 0, 15, 19, answer));

    finds("K3: guest-1 was told too early that spring-opening is CLOSED");
  }

  @Test
  void whoNeverGotAFinalAnswer_isFound() {
    story.attempts.add(Story.attempt(1, 0, Answer.none(Code.GAVE_UP)));

    finds("K3: guest-1 in spring-opening never got a final answer");
  }

  @Test
  void failure_isFound_andASilentServerIsNone() {
    Answer answer = new Answer(500, Code.FAILED, null, null, 0, false, false, 0);
    story.attempts.add(Story.attempt(1, 0, answer));
    story.attempts.add(Story.attempt(1, 0, Answer.none(Code.TIME_OUT)));
    story.attempts.add(Story.attempt(1, 0, Answer.none(Code.CONNECTION_LOST)));

    assertThat(story.violations())
        .containsExactly("HTTP: spring-opening was answered 500, times 1");
  }

  @Test
  void unknownAfterTheDefinitionWasAnswered_isFound() {
    story.attempts.add(refusal(Code.EVENT_NOT_FOUND, null));

    finds("K3: guest-1 was told too early that spring-opening is EVENT_NOT_FOUND");
  }

  @Test
  void notStartedAfterANumberWasTold_isFound() {
    Answer answer = new Answer(425, Code.NOT_STARTED, null, "click-1-0", 0, false, false, 0);
    story.attempts.add(new Attempt(0, 1, 0, 0, 40, 50, answer));

    finds("K3: guest-1 was told too early that spring-opening is NOT_STARTED");
  }

  @Test
  void unexpectedAnswer_isFound() {
    Answer answer = new Answer(400, Code.UNEXPECTED, null, null, 0, false, false, 0);
    story.attempts.add(Story.attempt(1, 0, answer));

    finds("K3: guest-1 in spring-opening was answered 400");
  }

  @Test
  void refusalInTime_isFound() {
    story.results.add(1, new Placed<>(1, Story.refused(4, RefusalReason.CLOSED, 1)));
    story.attempts.clear();

    finds("K3: guest-4 was refused in spring-opening at 0-1 as closed, which was not so");
  }

  @Test
  void notStartedAfterTheOpening_isFound() {
    story.replace(4, Story.refused(3, RefusalReason.NOT_STARTED, 3));

    finds("K3: guest-3 was refused in spring-opening at 0-3 as not_started, which was not so");
  }

  @Test
  void notFoundAfterTheDefinition_isFound() {
    story.replace(4, Story.refused(3, RefusalReason.EVENT_NOT_FOUND, 3));

    finds("K3: guest-3 was refused in spring-opening at 0-3 as event_not_found, which was not so");
  }

  @Test
  void refusalOfSomebodyWithANumber_isFound() {
    story.add(Story.refused(1, RefusalReason.CLOSED, 5));

    finds("K3: guest-1 was refused in spring-opening at 0-5 as closed and had a number");
  }

  @Test
  void numberForARequestNobodyMade_isFound() {
    story.attempts.remove(0);

    finds("K1: guest-1 has number 1 in spring-opening for a request nobody made");
  }

  @Test
  void answeredDefinitionThatIsNotThere_isFound() {
    story.results.clear();

    finds("K3: spring-opening was answered to be defined and is not");
  }

  // Streams.

  @Test
  void streamThatNeverEnds_isFound() {
    watch(1, false, Story.personal(1, 1, Decision.Decided.of(Story.FIRST)));

    finds("K6: guest-1 watching spring-opening was never told the end");
  }

  @Test
  void winForAnybodyElse_isFound() {
    watch(1, true, Story.personal(1, 1, Decision.Decided.of(Story.numbered(1, 2, true, 1))));

    finds("K6: guest-1 watching spring-opening the number told");
  }

  @Test
  void numberThatIsTakenBack_isFound() {
    watch(
        1,
        true,
        Story.personal(1, 1, Decision.Decided.of(Story.FIRST)),
        Story.personal(2, Frame.NO_ID, new Decision.None()));

    finds("K6: guest-1 watching spring-opening was told None");
    finds("K6: guest-1 watching spring-opening was never told the number");
  }

  @Test
  void refusalThatIsNotInTheLog_isFound() {
    watch(
        3,
        true,
        Story.personal(1, 4, Decision.Refused.of(Story.refused(3, RefusalReason.CLOSED, 8))),
        story.closed(2, 5));

    finds("K6: guest-3 watching spring-opening was told a refusal that is not in the log");
  }

  @Test
  void refusalThatWasNotPassedOn_isFound() {
    story.results.add(1, new Placed<>(0, Story.refused(5, RefusalReason.NOT_STARTED, 1)));
    watch(5, true, Story.personal(1, Frame.NO_ID, new Decision.None()), story.closed(2, 3));

    finds("K6: guest-5 watching spring-opening the last refusal told");
  }

  @Test
  void closingThatWasNotPassedOn_isFound() {
    watch(9, true, Story.personal(1, Frame.NO_ID, new Decision.None()));

    finds("K6: guest-9 watching spring-opening was never told the closing");
  }

  @Test
  void processingOnAStream_isFound() {
    watch(9, false, Story.personal(1, Frame.NO_ID, new Decision.Processing(null)));

    finds("which no stream says");
  }

  @Test
  void otherIdThanTheLogs_isFound() {
    watch(1, true, Story.personal(1, 2, Decision.Decided.of(Story.FIRST)));

    finds("K6: guest-1 watching spring-opening got id 2 for 1");
  }

  @Test
  void idThatFalls_isFound() {
    everybody(Story.open(1, 1), new Frame(2, 0, "snapshot", null, Story.open(1, 0).state()));

    finds("K6: somebody watching spring-opening got id 0 after 1");
  }

  @Test
  void idThatRepeatsWithinAConnection_isFound() {
    everybody(Story.open(1, 1), Story.open(1, 1));

    finds("K6: somebody watching spring-opening got id 1 after 1");
  }

  @Test
  void denial_isFound() {
    story.watched.add(new Watched(0, Watched.EVERYBODY, List.of(), 1, false));

    finds("K6: somebody watching spring-opening was told that there is no such promotion");
  }

  @Test
  void countThatFalls_isFound() {
    everybody(Story.open(2, 1), Story.open(1, 2), story.closed(2, 3));

    finds("K6: somebody watching spring-opening saw 1 entries and 0 winners after 2 and 0");
  }

  @Test
  void countAboveTheLog_isFound() {
    everybody(Story.open(3, 1), story.closed(2, 3));

    finds("K6: somebody watching spring-opening saw 3 entries");
  }

  @Test
  void winnerNobodyKnows_isFound() {
    story.results.remove(2);

    finds("K6: somebody watching spring-opening saw winners");
  }

  @Test
  void otherEnd_isFound() {
    everybody(story.closed(1, 3));

    finds("K6: somebody watching spring-opening the end told");
  }

  @Test
  void endThatWasNotPassedOn_isFound() {
    everybody(Story.open(2, 2));

    finds("K6: somebody watching spring-opening was never told the closing");
  }

  @Test
  void endThatIsNotInTheLog_isFound() {
    story.results.remove(3);

    finds("K6: somebody watching spring-opening was told a closing that is not in the log");
  }

  // Questions.

  @Test
  void questionThatWasNeverAnswered_isFound() {
    story.polled.add(new Polled(0, 1, position(1), List.of(), false));

    finds("K6: guest-1 asking in spring-opening for 0-1 was never told a decision");
  }

  @Test
  void answerThatChanges_isFound() {
    poll(
        3,
        Story.told(Decision.Decided.of(Story.numbered(3, 1, false, 3))),
        Story.told(Decision.Refused.of(Story.THIRD)));

    finds("after a number");
    finds("K6: guest-3 asking in spring-opening for 0-3 the number told");
  }

  @Test
  void refusalOfAnEarlierAttempt_isFound() {
    story.polled.add(
        new Polled(0, 3, position(4), List.of(Story.told(Decision.Refused.of(Story.THIRD))), true));

    finds("was told a refusal that is not the log's");
  }

  @Test
  void deniedEntry_isFound() {
    poll(3, new Polled.Told(404, "not_entered", null));

    finds("K6: guest-3 asking in spring-opening for 0-3 was told not_entered");
  }

  @Test
  void noneInsteadOfADecision_isFound() {
    poll(3, Story.told(new Decision.None()));

    finds("K6: guest-3 asking in spring-opening for 0-3 was told Told");
  }

  private void poll(int person, Polled.Told... told) {
    story.polled.add(new Polled(0, person, position(person), List.of(told), true));
  }

  private void watch(int person, boolean ended, Frame... frames) {
    story.watched.add(new Watched(0, person, List.of(frames), 0, ended));
  }

  private void everybody(Frame... frames) {
    watch(Watched.EVERYBODY, true, frames);
  }

  private static Attempt refusal(
      Code code, nth.contract.@org.jspecify.annotations.Nullable Position position) {
    return Story.attempt(1, 0, new Answer(409, code, position, "click-1-0", 0, false, false, 0));
  }

  private void finds(String sentence) {
    assertThat(story.violations()).anyMatch(violation -> violation.contains(sentence));
  }
}
