package nth.contract.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.Command.SubmitEntry;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.Json;
import nth.contract.Origin;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.fixtures.Samples;
import nth.contract.guarantees.History.WinnerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A guarantee is worth something only if it can be broken. */
class GuaranteesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      alice 1, bob 2 wins, alice 1 again, carol 3 |
      alice 1                                     |
      alice 1, bob 3                              | K1 K2
      alice 1, bob 1                              | K1
      alice 1, alice 2 wins                       | K1
      alice 1, alice 4 again                      | K1
      alice 2 wins                                | K1
      alice 1, bob 2                              | K2
      alice 1 wins, bob 2 wins                    | K2
      alice 1, bob 2 wins, closed 3               | K2
      alice 1, bob 2, closed 2                    | K2
      alice 1, bob 2 wins unpublished             | K4
      alice 1, bob 2 wins altered                 | K4
      """)
  void history_breaksWhatItBreaks(String history, String broken) {
    List<String> found =
        Guarantee.OF_THE_LOG.stream()
            .filter(guarantee -> !guarantee.violations(history(history)).isEmpty())
            .map(Guarantee::id)
            .toList();

    assertThat(found).isEqualTo(broken == null ? List.of() : List.of(broken.split(" ")));
  }

  @Test
  void prizeWithoutWin_isSeen() {
    History history = new History(List.of(), List.of(record(Samples.WINNER, "")));

    assertThat(new OnePrizePerWin().violations(history)).hasSize(1);
  }

  @Test
  void samePrizeTwice_isOnePrize() {
    WinnerRecord record = record(Samples.WINNER, "");
    History history = new History(List.of(Samples.NUMBERED), List.of(record, record));

    assertThat(new OnePrizePerWin().violations(history)).isEmpty();
  }

  private static History history(String text) {
    List<Result> results = new ArrayList<>();
    List<WinnerRecord> winners = new ArrayList<>();
    Definition definition =
        new Definition(Samples.targets(2), Samples.OPENS, null, false, CountMode.LIVE);
    results.add(new Result.PromotionDefined(Samples.DEFINED.origin(), definition));
    for (String fact : text.split(", ")) {
      List<String> words = List.of(fact.split(" "));
      int offset = results.size();
      if (words.get(0).equals("closed")) {
        results.add(closed(offset, Long.parseLong(words.get(1)), results));
        continue;
      }
      Result.EntryNumbered numbered = numbered(words, offset);
      results.add(numbered);
      if (numbered.winner() && !words.contains("unpublished")) {
        winners.add(record(Winner.of(numbered), ""));
        if (words.contains("altered")) {
          winners.add(record(Winner.of(numbered), " "));
        }
      }
    }
    return new History(results, winners);
  }

  private static Result.EntryNumbered numbered(List<String> words, int offset) {
    UserId user = new UserId(words.get(0));
    var command =
        new SubmitEntry(Samples.EVENT, user, new RequestId("r" + offset), Samples.at(offset));
    Origin origin = Origin.of(command, Samples.position(offset), Samples.at(offset));
    return new Result.EntryNumbered(
        words.contains("again") ? origin.repeating(Samples.position(1)) : origin,
        user,
        new Seq(Long.parseLong(words.get(1))),
        words.contains("wins"),
        Samples.at(offset),
        words.contains("again"));
  }

  private static Result closed(int offset, long total, List<Result> before) {
    var winners =
        before.stream()
            .filter(Result.EntryNumbered.class::isInstance)
            .map(Result.EntryNumbered.class::cast)
            .filter(Result.EntryNumbered::winner)
            .map(n -> new nth.contract.PlacedWinner(n.seq(), n.userId()))
            .toList();
    Origin origin = Origin.of(Samples.CLOSE, Samples.position(offset), Samples.at(offset));
    return new Result.PromotionClosed(origin, CloseCause.MANUAL, total, winners);
  }

  private static WinnerRecord record(Winner winner, String tail) {
    String value = Json.strict().writeValueAsString(winner) + tail;
    return new WinnerRecord(winner.dedupId(), value, winner);
  }
}
