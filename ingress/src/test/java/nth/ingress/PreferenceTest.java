package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import nth.ingress.IngressSettings.Mode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreferenceTest {

  /** Several headers are written with " // " between them; "-" is nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          mode  | headers                             | waits | applied
          QUEUE | -                                   | -     | -
          SYNC  | -                                   | 3     | -
          QUEUE | wait=4                              | 4     | wait=4
          QUEUE | Wait = 4                            | 4     | wait=4
          QUEUE | wait="4"                            | 4     | wait=4
          QUEUE | wait=0                              | 0     | wait=0
          QUEUE | wait=10                             | 10    | wait=10
          QUEUE | wait=11                             | 10    | wait=10
          QUEUE | wait=999999999                      | 10    | wait=10
          QUEUE | wait                                | -     | -
          QUEUE | wait=                               | -     | -
          QUEUE | wait=-1                             | -     | -
          QUEUE | wait=1.5                            | -     | -
          QUEUE | wait=soon                           | -     | -
          SYNC  | wait=soon                           | 3     | -
          SYNC  | respond-async                       | -     | respond-async
          SYNC  | Respond-Async                       | -     | respond-async
          QUEUE | respond-async                       | -     | respond-async
          SYNC  | respond-async, wait=4               | 4     | wait=4
          SYNC  | wait=4, respond-async               | 4     | wait=4
          SYNC  | respond-async // wait=4             | 4     | wait=4
          QUEUE | wait=4, wait=5                      | 4     | wait=4
          QUEUE | handling=lenient, wait=4;strict     | 4     | wait=4
          QUEUE | note="a, wait=9", wait=4            | 4     | wait=4
          QUEUE | ,, wait=4,                          | 4     | wait=4
          QUEUE | "wait=9, wait=4                     | -     | -
          QUEUE | wait="4, respond-async              | -     | -
          QUEUE | @@@, wait=4                         | 4     | wait=4
          """,
      useHeadersInDisplayName = true)
  void prefer_isReadAsRfc7240Says(Mode mode, String headers, String waits, String applied) {
    var settings = new IngressSettings(mode, Duration.ofSeconds(3), Duration.ofSeconds(5), 10);
    List<String> given = headers.equals("-") ? List.of() : List.of(headers.split(" // "));

    Preference preference = Preference.of(given, settings);

    Optional<Duration> expected =
        waits.equals("-")
            ? Optional.empty()
            : Optional.of(Duration.ofSeconds(Long.parseLong(waits)));
    assertThat(preference.waiting()).isEqualTo(expected);
    assertThat(preference.applied(expected.isPresent()))
        .isEqualTo(applied.equals("-") ? Optional.empty() : Optional.of(applied));
    assertThat(preference.applied(expected.isEmpty())).isEmpty();
  }
}
