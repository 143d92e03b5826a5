package nth.sequencer.domain;

import static java.util.stream.Collectors.joining;

import nth.contract.Origin;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.Result.PromotionDefined;
import nth.contract.Result.PromotionRetired;
import nth.contract.Result.Refused;

/** A result as the text tables say it. */
final class InWords implements Result.Cases<String> {

  @Override
  public String defined(PromotionDefined result) {
    long opens = result.definition().opensAt().getEpochSecond();
    return "defined opens " + opens + repeated(result.origin());
  }

  @Override
  public String numbered(EntryNumbered result) {
    return result.userId()
        + " "
        + result.seq()
        + (result.winner() ? " wins" : "")
        + (result.already() ? " already" : "")
        + repeated(result.origin());
  }

  @Override
  public String closed(PromotionClosed result) {
    String winners =
        result.winners().stream().map(w -> " " + w.userId() + "@" + w.seq()).collect(joining());
    return "closed "
        + result.cause().wire()
        + " "
        + result.totalEntries()
        + winners
        + repeated(result.origin());
  }

  @Override
  public String retired(PromotionRetired result) {
    return "retired" + repeated(result.origin());
  }

  @Override
  public String refused(Refused result) {
    String who =
        result.userId() == null
            ? result.command().replace("_promotion", "")
            : result.userId().value();
    return who + " refused " + result.reason().wire();
  }

  private static String repeated(Origin origin) {
    return origin.isEffect() ? "" : " as @" + origin.originalPosition().offset();
  }
}
