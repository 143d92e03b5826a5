package nth.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("O-15")
class StateFolderTest {

  private static final Path TEMPORARY = Path.of("/tmp");

  @ParameterizedTest
  @CsvSource({"/var/lib/nth, /", "/srv/data, /srv", "/tmpfiles, /", "/tmp/trial/data, /tmp/trial"})
  void folderThatStays_isTaken(Path folder, Path workingFolder) {
    assertThat(StateFolder.checked("key", folder, TEMPORARY, workingFolder)).isEqualTo(folder);
  }

  @ParameterizedTest
  @CsvSource({"/tmp, /", "/tmp/nth, /srv", "/srv/../tmp/nth, /srv"})
  void folderThatIsSwept_isRefusedByName(Path folder, Path workingFolder) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StateFolder.checked("nth.x.state-dir", folder, TEMPORARY, workingFolder))
        .withMessageContaining("nth.x.state-dir must not lie below /tmp");
  }
}
