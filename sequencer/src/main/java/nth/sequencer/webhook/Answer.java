package nth.sequencer.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What came of an attempt.
 *
 * @param why for the operator; empty if it was delivered
 * @param notBefore how long the receiver asks to be left alone
 */
record Answer(Kind kind, String why, Duration notBefore) {

  /** Longer is no answer to "when": who wants silence for good says 410. */
  static final Duration LONGEST_SILENCE = Duration.ofDays(1);

  private static final int GONE = 410;
  private static final int LONGEST_REASON = 200;
  // The receiver has a say in the words, and the database takes neither NUL nor half a character.
  private static final Pattern UNWRITABLE = Pattern.compile("[\\p{Cc}\\p{Cs}]");

  Answer {
    why = writable(why);
  }

  /** As the database takes it. */
  static String writable(String why) {
    String start = why.substring(0, Math.min(why.length(), LONGEST_REASON));
    return UNWRITABLE.matcher(start).replaceAll("?");
  }

  enum Kind {
    DELIVERED,
    FAILED,
    /** Nothing is wanted there any more. */
    GONE
  }

  /**
   * @param retryAfter the header, in seconds or as a date
   */
  static Answer of(int status, @Nullable String retryAfter, Instant now) {
    if (status >= 200 && status < 300) {
      return new Answer(Kind.DELIVERED, "", Duration.ZERO);
    }
    Kind kind = status == GONE ? Kind.GONE : Kind.FAILED;
    return new Answer(kind, "it answers " + status, silence(retryAfter, now));
  }

  /** Nothing came back, so nobody knows whether it arrived. */
  static Answer failed(String why) {
    return new Answer(Kind.FAILED, why, Duration.ZERO);
  }

  private static Duration silence(@Nullable String retryAfter, Instant now) {
    if (retryAfter == null) {
      return Duration.ZERO;
    }
    Duration asked = retryAfter.matches("\\d{1,9}") ? seconds(retryAfter) : until(retryAfter, now);
    return asked.isNegative()
        ? Duration.ZERO
        : asked.compareTo(LONGEST_SILENCE) > 0 ? LONGEST_SILENCE : asked;
  }

  private static Duration seconds(String digits) {
    return Duration.ofSeconds(Long.parseLong(digits));
  }

  private static Duration until(String date, Instant now) {
    try {
      var then = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME);
      return Duration.between(now, then.toInstant());
    } catch (DateTimeException e) {
      // Neither form: as if it were not there.
      return Duration.ZERO;
    }
  }
}
