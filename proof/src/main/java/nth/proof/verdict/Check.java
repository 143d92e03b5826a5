package nth.proof.verdict;

import java.util.List;

/** Something that must hold of every promotion. */
interface Check {

  /** All there are, but for the guarantees of the log alone and the mirror. */
  List<Check> ALL =
      List.of(
          new ClosedOnce(),
          new InItsTime(),
          new NothingFails(),
          new AcceptedIsDecided(),
          new AnswersAreTrue(),
          new RefusalsAreRight(),
          new NobodyIsInvented(),
          new WatchersHeardTheTruth(),
          new PollersHeardTheTruth());

  /** The design's name of the promise, as in K3. */
  String id();

  /** One sentence for each violation. */
  List<String> violations(Page page);
}
