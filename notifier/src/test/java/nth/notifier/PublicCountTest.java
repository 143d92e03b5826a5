package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.PromotionView;
import nth.contract.fixtures.Samples;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicCountTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # mode  | targets  | entries | closed | shown
          LIVE    | 1000     |     0   | false  |    0
          LIVE    | 1000     |   999   | false  |  999
          COARSE  | 1000     |     0   | false  |    0
          COARSE  | 1000     |   899   | false  |  899
          COARSE  | 1000     |   900   | false  |  900
          COARSE  | 1000     |   901   | false  |  900
          COARSE  | 1000     |   999   | false  |  900
          COARSE  | 1000     |  1000   | false  | 1000
          COARSE  | 1000     |  1001   | false  | 1001
          COARSE  | 1000     |   999   | true   |  999
          COARSE  | 100 1000 |    95   | false  |   90
          COARSE  | 100 1000 |   100   | false  |  100
          COARSE  | 100 1000 |   950   | false  |  900
          COARSE  | 10 11    |    10   | false  |   10
          COARSE  | 5        |     4   | false  |    4
          COARSE  | 5        |     5   | false  |    5
          COARSE  | 15       |    14   | false  |   13
          COARSE  | 1        |     0   | false  |    0
          COARSE  | 1        |     1   | false  |    1
          COARSE  | 98 100   |    98   | false  |   98
          COARSE  | 98 100   |    99   | false  |   98
          HIDDEN  | 1000     |   500   | false  |    -
          HIDDEN  | 1000     |   500   | true   |  500
          LIVE    | 1000     |   500   | true   |  500
          """)
  void shownCount_isWhatItsModeAllows(
      CountMode mode, String targets, long entries, boolean closed, @Nullable Long shown) {
    assertThat(PublicCount.of(standing(mode, targets, entries, closed))).isEqualTo(shown);
  }

  private static Standing standing(CountMode mode, String targets, long entries, boolean closed) {
    long[] numbers = Arrays.stream(targets.split(" ")).mapToLong(Long::parseLong).toArray();
    Definition definition =
        new Definition(Samples.targets(numbers), Samples.OPENS, null, true, mode);
    PromotionView running =
        PromotionView.defined(
            Samples.EVENT, definition, Samples.OPENS, List.of(), Samples.position(0));
    PromotionView view =
        closed
            ? running.closed(
                List.of(), Samples.position(0), Samples.CLOSES, CloseCause.DUE, entries)
            : running;
    return new Standing(view, entries, 0);
  }
}
