package nth.proof.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.Test;

/** K5. */
class MirrorTest {

  private final Mirror must = Mirror.of(List.of(Samples.WINNER), List.of(Samples.FINISHED));
  private final Mirror is = Mirror.of(List.of(Samples.WINNER), List.of(Samples.FINISHED));

  @Test
  void sameRows_areNoDifference() {
    assertThat(is.differences(must)).isEmpty();
  }

  @Test
  void missingRows_areFound() {
    is.winners().clear();
    is.closings().clear();

    assertThat(is.differences(must))
        .containsExactly(
            "nth_winner lacks " + Samples.WINNER.dedupId(), "nth_closing lacks spring-opening");
  }

  @Test
  void rowTooMany_isFound() {
    must.winners().clear();

    assertThat(is.differences(must)).singleElement().asString().endsWith("which no topic says");
  }

  @Test
  void everyFieldOfAWinner_isCompared() {
    assertThat(Mirror.row(Samples.WINNER).keySet())
        .hasSize(8)
        .allSatisfy(
            field -> {
              Mirror other = Mirror.of(List.of(Samples.WINNER), List.of(Samples.FINISHED));
              other.winners().values().forEach(row -> row.put(field, "other"));
              assertThat(other.differences(must)).hasSize(1);
            });
  }

  @Test
  void everyFieldOfAClosing_isCompared() {
    assertThat(Mirror.row(Samples.FINISHED).keySet())
        .hasSize(7)
        .allSatisfy(
            field -> {
              Mirror other = Mirror.of(List.of(Samples.WINNER), List.of(Samples.FINISHED));
              other.closings().values().forEach(row -> row.put(field, "other"));
              assertThat(other.differences(must)).hasSize(1);
            });
  }
}
