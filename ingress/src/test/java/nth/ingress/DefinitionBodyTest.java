package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.Seq;
import nth.contract.fixtures.Samples;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

class DefinitionBodyTest {

  private static final TimeZone HOME = TimeZone.getDefault();

  /** The middle one skips 02:00 to 03:00 on 28 March 2027 and repeats it on 31 October. */
  private static final List<String> ZONES = List.of("UTC", "Europe/Berlin", "Asia/Kolkata");

  @AfterEach
  void backHome() {
    TimeZone.setDefault(HOME);
  }

  private static Definition read(String body) {
    var request = MockServerHttpRequest.put("/").contentType(MediaType.APPLICATION_JSON).body(body);
    return RequestBody.definition(request).map(DefinitionBody::read).block();
  }

  private static Problem refusal(String body) {
    Problem problem = catchThrowableOfType(Problem.class, () -> read(body));
    assertThat(problem).as(body).isNotNull();
    return problem;
  }

  @Test
  void onlyTargets_areRequired() {
    assertThat(read("{\"targets\":[1000]}"))
        .isEqualTo(new Definition(Samples.targets(1000), null, null, true, CountMode.COARSE));
  }

  @Test
  void everything_canBeSaid() {
    assertThat(
            read(
                """
                {"targets":[1,1000000000],"opens_at":"2027-03-28T12:00:00.123+02:00",
                 "closes_at":"2027-03-28T12:00:00Z","close_when_won":false,"count":"hidden"}
                """))
        .isEqualTo(
            new Definition(
                Samples.targets(1, 1_000_000_000),
                Instant.parse("2027-03-28T10:00:00.123Z"),
                Instant.parse("2027-03-28T12:00:00Z"),
                false,
                CountMode.HIDDEN));
  }

  /** O-53, O-54: an instant is what the text says, in whichever zone this runs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2027-03-28T12:00:00Z               | 2027-03-28T12:00:00Z
          2027-03-28T12:00:00+05:30          | 2027-03-28T06:30:00Z
          2027-03-28T02:30:00+01:00          | 2027-03-28T01:30:00Z
          2027-03-28T02:30:00+02:00          | 2027-03-28T00:30:00Z
          2027-10-31T02:30:00+02:00          | 2027-10-31T00:30:00Z
          2027-10-31T02:30:00+01:00          | 2027-10-31T01:30:00Z
          2027-03-28T12:00Z                  | 2027-03-28T12:00:00Z
          2027-03-28T12:00:00.123000-08:00   | 2027-03-28T20:00:00.123Z
          """)
  void aTimeWithOffset_isThatInstant(String text, Instant instant) {
    for (String zone : ZONES) {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      assertThat(read("{\"targets\":[1],\"opens_at\":\"" + text + "\"}").opensAt())
          .as(zone)
          .isEqualTo(instant);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"2027-03-28T12:00\"",
        "\"2027-03-28T12:00:00\"",
        "\"2027-03-28\"",
        "\"2027-03-28T12:00:00[Europe/Berlin]\"",
        "\"2027-02-30T12:00:00Z\"",
        "\"2027-03-28T12:00:60Z\"",
        "\"2027-03-28T12:00:00.1234Z\"",
        "\"1969-12-31T23:59:59Z\"",
        "\"+10000-01-01T00:00:00Z\"",
        "\"tomorrow\"",
        "\"\"",
        "1806235200000",
        "true",
        "{}"
      })
  void anyOtherTime_isRefused_inEveryZone(String time) {
    for (String zone : ZONES) {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      for (String member : new String[] {"opens_at", "closes_at"}) {
        Problem problem = refusal("{\"targets\":[1],\"" + member + "\":" + time + "}");
        assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_DEFINITION);
        assertThat(problem.getBody().getDetail()).contains(member).doesNotContain("Berlin");
      }
    }
  }

  /** O-64. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[0]",
        "[-1]",
        "[1.5]",
        "[1.0]",
        "[1e3]",
        "[\"10\"]",
        "[null]",
        "[true]",
        "[[1]]",
        "[2,1]",
        "[1,1]",
        "[1000000001]",
        "[9223372036854775807]",
        "[99999999999999999999]",
        "1000",
        "\"1000\"",
        "null",
        "{}"
      })
  void targetsThatCannotBeNumbered_areRefused(String targets) {
    Problem problem = refusal("{\"targets\":" + targets + "}");
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_DEFINITION);
  }

  @Test
  void aHundredTargets_areTheMost() {
    assertThat(read(numbersTo(100)).targets()).hasSize(100).contains(new Seq(100));
    refusal(numbersTo(101));
  }

  private static String numbersTo(int last) {
    return LongStream.rangeClosed(1, last)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", "{\"targets\":[", "]}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "1",
        "{\"targets\":[1],\"prize\":\"car\"}",
        "{\"targets\":[1],\"targets\":[2]}",
        "{\"targets\":[1]}{}",
        "{\"targets\":[1]} x",
        "{\"targets\":[1]",
        "{targets:[1]}",
        "{\"targets\":[1],\"close_when_won\":\"true\"}",
        "{\"targets\":[1],\"close_when_won\":1}",
        "{\"targets\":[1],\"close_when_won\":null}",
        "{\"targets\":[1],\"count\":\"LIVE\"}",
        "{\"targets\":[1],\"count\":null}",
        "{\"targets\":[1],\"count\":1}"
      })
  void aBodyThatIsNotExactlyADefinition_isRefused_andNothingOfItIsRepeated(String body) {
    Problem problem = refusal(body);
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_DEFINITION);
    assertThat(problem.getBody().getDetail()).doesNotContain("prize", "car", "LIVE");
  }
}
