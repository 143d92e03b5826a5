package nth.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "0",
        "a-",
        "spring-2027",
        "x23456789012345678901234567890123456789012345678901234567890abcd"
      })
  void eventId_takesItsAlphabet(String text) {
    assertThat(new EventId(text).value()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-a",
        "A",
        "a_b",
        "a/b",
        "a b",
        "a\n",
        "ä",
        "a\u0000",
        "x234567890123456789012345678901234567890123456789012345678901abcde"
      })
  void eventId_refusesTheRest(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new EventId(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.b_c:d@e|f+g=h~i-9", "alice"})
  void userId_takesItsAlphabet(String text) {
    assertThat(new UserId(text).value()).isEqualTo(text);
  }

  // O-50, O-51: what a database or another system would fold or refuse never becomes an id.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " alice",
        "alice ",
        "al ice",
        "alice\u0000",
        "al\u00e9",
        "ale\u0301",
        "a\u200db",
        "\uff11",
        "a/b",
        "a\nb"
      })
  void userId_refusesTheRest(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new UserId(text));
  }

  @Test
  void userId_endsAt255() {
    assertThat(new UserId("u".repeat(255)).value()).hasSize(255);
    assertThatIllegalArgumentException().isThrownBy(() -> new UserId("u".repeat(256)));
  }

  @ParameterizedTest
  @CsvSource({"alice,***", "alices,al***", "a,***", "alice-in-wonderland,al***"})
  void userId_isMasked(String user, String shown) {
    assertThat(new UserId(user).masked()).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", " ", "a b", "~!@#$%^&*()'", "00000000-0000-4000-8000-000000000000"})
  void requestId_takesPrintableAscii(String text) {
    assertThat(new RequestId(text).value()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\"b", "a\\b", "a\tb", "\u007f", "é"})
  void requestId_refusesTheRest(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new RequestId(text));
  }

  @Test
  void position_hasOneSpelling() {
    assertThat(Position.parse("0-48123")).isEqualTo(new Position(0, 48123));
    assertThat(new Position(3, 7)).hasToString("3-7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0-",
        "-1",
        "0--1",
        "00-1",
        "0-01",
        "+0-1",
        "0-1 ",
        "0-9999999999999999999",
        "a-b"
      })
  void position_refusesTheRest(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Position.parse(text));
  }

  @Test
  void seq_startsAtOneAndRises() {
    assertThat(Seq.first().next()).isEqualTo(new Seq(2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Seq(0));
  }

  // O-64
  @Test
  void targets_areOneToAHundredStrictlyRisingUpToABillion() {
    definition(1_000_000_000);
    definition(LongStream.rangeClosed(1, 100).toArray());
    for (long[] refused :
        List.of(
            new long[0],
            new long[] {2, 2},
            new long[] {3, 2},
            new long[] {1_000_000_001},
            LongStream.rangeClosed(1, 101).toArray())) {
      assertThatIllegalArgumentException().isThrownBy(() -> definition(refused));
    }
  }

  @Test
  void times_areNoFinerThanAMillisecond() {
    Instant fine = Instant.parse("2027-03-28T10:00:00.0001Z");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Definition(Samples.targets(1), fine, null, true, CountMode.LIVE));
  }

  private static Definition definition(long... targets) {
    return new Definition(Samples.targets(targets), null, null, true, CountMode.LIVE);
  }
}
