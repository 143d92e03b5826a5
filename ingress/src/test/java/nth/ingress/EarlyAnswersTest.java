package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.fixtures.Samples;
import nth.web.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarlyAnswersTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration TOLERANCE = Duration.ofSeconds(5);

  /** Seconds are broker time relative to the opening; "-" is unknown, or no early answer. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          view    | seconds | may have number | answer
          none    | -       | false           | EVENT_NOT_FOUND
          none    | -10     | true            | EVENT_NOT_FOUND
          running | -       | false           | -
          running | -5.001  | false           | NOT_STARTED
          running | -5.001  | true            | NOT_STARTED
          running | -5      | false           | -
          running | -1      | false           | -
          running | 0       | false           | -
          running | 99999   | false           | -
          closed  | -       | false           | CLOSED
          closed  | 5       | false           | CLOSED
          closed  | 5       | true            | -
          retired | -       | false           | RETIRED
          retired | 5       | true            | RETIRED
          """,
      useHeadersInDisplayName = true)
  void onlyWhatTheLogWouldCertainlyRefuse_isAnsweredEarly(
      String view, String seconds, boolean mayHaveNumber, String answer) {
    Optional<PromotionView> seen =
        switch (view) {
          case "none" -> Optional.empty();
          case "running" -> Optional.of(Samples.RUNNING);
          case "closed" -> Optional.of(Samples.FINISHED);
          case "retired" -> Optional.of(Samples.GONE);
          default -> throw new IllegalArgumentException(view);
        };
    Optional<Instant> latest =
        seconds.equals("-")
            ? Optional.empty()
            : Optional.of(Samples.OPENS.plusMillis((long) (Double.parseDouble(seconds) * 1000)));

    Optional<RefusalReason> refusal = EarlyAnswers.judge(seen, latest, TOLERANCE, mayHaveNumber);

    assertThat(refusal.map(Enum::name).orElse("-")).isEqualTo(answer);
  }

  @Test
  void whoeverAsksBeyondTheLimit_isTurnedAway_untilAnotherHasItsAnswer() {
    List<CompletableFuture<Boolean>> open = new ArrayList<>();
    var answers =
        new EarlyAnswers(
            new Promotions(() -> {}),
            partition -> {
              open.add(new CompletableFuture<>());
              return open.get(open.size() - 1);
            },
            new BrokerTime(System::nanoTime),
            TOLERANCE,
            1,
            2);
    List<CompletableFuture<RefusalReason>> asking =
        Stream.generate(() -> answers.refusal(Samples.EVENT, false).toFuture()).limit(3).toList();
    assertThat(open).hasSize(2);
    assertThatThrownBy(asking.get(2)::join)
        .hasCauseInstanceOf(Problem.class)
        .hasMessageContaining("503");

    // One who goes away is counted until then, since its question is still open.
    asking.get(0).cancel(true);
    assertThatThrownBy(answers.refusal(Samples.EVENT, false).toFuture()::join)
        .hasCauseInstanceOf(Problem.class);
    open.get(0).complete(false);

    var next = answers.refusal(Samples.EVENT, false).toFuture();
    open.get(1).complete(true);
    open.get(2).complete(false);
    assertThat(asking.get(1)).succeedsWithin(LIMIT).isEqualTo(RefusalReason.EVENT_NOT_FOUND);
    assertThat(next).succeedsWithin(LIMIT).isNull();
  }
}
