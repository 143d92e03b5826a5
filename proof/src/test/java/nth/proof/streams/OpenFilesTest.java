package nth.proof.streams;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFilesTest {

  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max processes             7823                 7823                 processes
      Max open files            1024                 %s                files
      """;

  @ParameterizedTest
  @CsvSource({
    "10000, 20000, true",
    "10000, 10500, true",
    "10000, 10499, false",
    "1, unlimited, true"
  })
  void streams_needAsManyFiles_andSomeMore(int streams, String hard, boolean enough) {
    assertThat(OpenFiles.lackFor(streams, LIMITS.formatted(hard)).isEmpty()).isEqualTo(enough);
  }

  @ParameterizedTest
  @CsvSource("10000, 4096")
  void lack_isSaidInOneSentence_withTheWayOut(int streams, String hard) {
    assertThat(OpenFiles.lackFor(streams, LIMITS.formatted(hard)))
        .contains(
            "10000 streams need 10500 open files and a process may have 4096 here: raise it (ulimit -n).");
  }
}
