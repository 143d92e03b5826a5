package nth.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import nth.contract.CommandReading.Readable;
import nth.contract.CommandReading.Unreadable;
import nth.contract.CommandReading.Unsupported;
import nth.contract.fixtures.Samples;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandReadingTest {

  private static final String KEY = Samples.EVENT.value();
  private static final String GOOD =
      new String(Topics.ENTRIES.value().serializer().serialize("", Samples.SUBMIT), UTF_8);

  @Test
  void command_isReadable() {
    assertThat(read(KEY, GOOD, false)).isEqualTo(new Readable(Samples.SUBMIT));
  }

  // O-03, O-48, O-49, O-50: what is no command is put aside, for one of these reasons.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      ``                                                     | INVALID_JSON
      not json                                               | INVALID_JSON
      {"type":"submit_entry"                                 | INVALID_JSON
      []                                                     | INVALID_JSON
      null                                                   | INVALID_JSON
      GOOD trailing                                          | INVALID_JSON
      {"type":"submit_entry","v":1}                          | INVALID_JSON
      GOOD s/"bob"/"b\\u0000b"/                            | INVALID_JSON
      GOOD s/"bob"/5/                                        | INVALID_JSON
      GOOD s/"bob"/null/                                     | INVALID_JSON
      GOOD s/"bob"/"bob","user_id":"eve"/                    | INVALID_JSON
      GOOD s/2027-03-28T10:00:02.000Z/2027-03-28T10:00:02Z/  | INVALID_JSON
      GOOD s/"v":1/"v":2/                                    | UNKNOWN_COMMAND
      GOOD s/"v":1/"v":"1"/                                  | UNKNOWN_COMMAND
      GOOD s/submit_entry/delete_entry/                      | UNKNOWN_COMMAND
      GOOD s/"bob"/"bob","extra":1/                          | UNKNOWN_COMMAND
      GOOD s/spring-opening/other-event/                     | KEY_MISMATCH
      """)
  void whatIsNoCommand_isUnreadable(String value, DeadLetterReason reason) {
    assertThat(read(KEY, spelled(value), false))
        .isInstanceOfSatisfying(Unreadable.class, it -> assertThat(it.reason()).isEqualTo(reason));
  }

  @Test
  void deepNesting_isUnreadable() {
    assertThat(read(KEY, "[".repeat(60_000), false)).isInstanceOf(Unreadable.class);
  }

  // O-04
  @Test
  void missingKeyOrValue_isUnreadable() {
    assertThat(reason(read(null, GOOD, false))).isEqualTo(DeadLetterReason.MISSING_KEY);
    assertThat(reason(read(KEY, null, false))).isEqualTo(DeadLetterReason.MISSING_VALUE);
  }

  // O-06
  @Test
  void oversized_isUnreadable() {
    String large = " ".repeat(Topics.MAX_COMMAND_BYTES) + GOOD;
    assertThat(reason(read(KEY, large, false))).isEqualTo(DeadLetterReason.TOO_LARGE);
  }

  @Test
  void wrongPartition_isUnreadable() {
    int home = Partitions.of(Samples.EVENT, 4);
    CommandReading reading = CommandReading.of(bytes(KEY), bytes(GOOD), false, (home + 1) % 4, 4);
    assertThat(reason(reading)).isEqualTo(DeadLetterReason.WRONG_PARTITION);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      "v":1        | "v":2
      submit_entry | delete_entry
      "bob"        | "bob","extra":1
      """)
  void acceptedByANewerIngress_isUnsupportedAndNeverDropped(String now, String newer) {
    assertThat(read(KEY, GOOD.replace(now, newer), true)).isInstanceOf(Unsupported.class);
  }

  private static String spelled(String value) {
    if (!value.startsWith("GOOD")) {
      return value;
    }
    String change = value.substring(4).strip();
    if (!change.startsWith("s/")) {
      return GOOD + " " + change;
    }
    String[] parts = change.split("/");
    return GOOD.replace(parts[1], parts[2]);
  }

  private static DeadLetterReason reason(CommandReading reading) {
    assertThat(reading).isInstanceOf(Unreadable.class);
    return ((Unreadable) reading).reason();
  }

  private static CommandReading read(
      @Nullable String key, @Nullable String value, boolean fromIngress) {
    return CommandReading.of(bytes(key), bytes(value), fromIngress, 0, 1);
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }
}
