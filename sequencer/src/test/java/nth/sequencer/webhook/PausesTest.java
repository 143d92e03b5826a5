package nth.sequencer.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PausesTest {

  private final Pauses pauses = new Pauses(Duration.ofSeconds(5), Duration.ofHours(1));

  @ParameterizedTest
  @CsvSource({
    "1, PT2.5S, PT5S",
    "2, PT5S, PT10S",
    "3, PT10S, PT20S",
    "10, PT21M20S, PT42M40S",
    "11, PT30M, PT1H",
    "80, PT30M, PT1H",
    "2147483647, PT30M, PT1H"
  })
  void pause_doublesUpToTheLongest_andIsSpreadOverItsSecondHalf(
      int attempts, Duration least, Duration most) {
    assertThat(pauses.after(attempts, 0)).isEqualTo(least);
    assertThat(pauses.after(attempts, 1)).isEqualTo(most);
  }

  @Test
  void threeDaysOfPauses_areAboutAHundredAttempts() {
    Duration all = Duration.ZERO;
    int attempts = 0;
    while (all.compareTo(Duration.ofDays(3)) < 0) {
      all = all.plus(pauses.after(++attempts, 0.5));
    }
    assertThat(attempts).isBetween(80, 120);
  }
}
