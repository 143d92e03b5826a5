package nth.sequencer.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import nth.sequencer.webhook.Answer.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {

  private static final Instant NOW = Instant.parse("2027-03-28T10:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "200, DELIVERED",
    "202, DELIVERED",
    "204, DELIVERED",
    "301, FAILED",
    "307, FAILED",
    "400, FAILED",
    "401, FAILED",
    "404, FAILED",
    "409, FAILED",
    "410, GONE",
    "429, FAILED",
    "500, FAILED",
    "503, FAILED"
  })
  void onlySuccess_isDelivered_andOnly410_isGone(int status, Kind kind) {
    assertThat(Answer.of(status, null, NOW).kind()).isEqualTo(kind);
  }

  @Test
  void aReason_isShort_andHoldsNothingThatTheDatabaseRefuses() {
    assertThat(Answer.failed("a\0b\rc\ud83d").why()).isEqualTo("a?b?c?");
    assertThat(Answer.failed("\ud83d\ude00".repeat(3_000)).why())
        .isEqualTo("\ud83d\ude00".repeat(100));
    assertThat(Answer.failed("a" + "\ud83d\ude00".repeat(3_000)).why()).endsWith("?");
  }

  @ParameterizedTest
  @CsvSource({
    "120, PT2M",
    "0, PT0S",
    "'Sun, 28 Mar 2027 10:01:00 GMT', PT1M",
    "'Sun, 28 Mar 2027 09:00:00 GMT', PT0S",
    "'Sat, 28 Mar 2037 09:00:00 GMT', P1D",
    "999999999, P1D",
    "9999999999999999999999, PT0S",
    "-5, PT0S",
    "soon, PT0S",
    "'', PT0S"
  })
  void retryAfter_isHonoured_forADayAtMost(String header, Duration silence) {
    assertThat(Answer.of(503, header, NOW).notBefore()).isEqualTo(silence);
  }
}
