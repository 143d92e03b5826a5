package nth.proof.verdict;

import java.util.List;
import nth.contract.Result;
import nth.contract.guarantees.Guarantee;
import nth.contract.guarantees.History;

/** K1, K2 and K4: the guarantees that the topics alone can prove, one promotion at a time. */
final class LogHolds {

  private LogHolds() {}

  static void judge(Page page, Findings findings) {
    List<Result> results = page.log().results().stream().<Result>map(Placed::result).toList();
    if (page.numbered() > 0 && page.definitionBefore(Long.MAX_VALUE).isEmpty()) {
      findings.add("K2", page.event() + " has numbers and no definition");
      return;
    }
    History history = new History(results, page.log().winners());
    for (Guarantee guarantee : Guarantee.OF_THE_LOG) {
      findings.addAll(guarantee.id(), guarantee.violations(history));
    }
  }
}
