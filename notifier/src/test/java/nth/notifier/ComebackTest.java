package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When clients come back whose instance has gone. */
class ComebackTest {

  private static final int CROWD = 10_000;

  /** Who comes in each second, if the instance goes at second 0. */
  private static long[] perSecond(IntToLongFunction comesAtMs) {
    long[] seconds = new long[60];
    IntStream.rangeClosed(1, CROWD)
        .mapToLong(comesAtMs::applyAsLong)
        .forEach(ms -> seconds[(int) (ms / 1_000)]++);
    return seconds;
  }

  private static long busiest(long[] seconds) {
    return Arrays.stream(seconds).max().orElseThrow();
  }

  @Test
  void tenThousand_toldSoTogether_comeAboutFiveHundredInASecond() {
    long[] seconds = perSecond(i -> Jitter.comeback(CROWD).toMillis());

    assertThat(busiest(seconds)).isLessThan(650);
    assertThat(seconds[0] + seconds[1]).isZero();
  }

  /** Killed, nobody can be told anew: what counts is what each was told as it came. */
  @Test
  void tenThousand_toldOneAfterTheOther_comeAtMostFifteenHundredInASecond() {
    long[] seconds = perSecond(i -> Jitter.comeback(i).toMillis());

    assertThat(busiest(seconds)).isLessThan(1_500);
  }

  @Test
  void few_comeBackSoon() {
    IntStream.range(0, 1_000)
        .mapToObj(i -> Jitter.comeback(10))
        .forEach(
            comeback ->
                assertThat(comeback).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(6)));
  }
}
