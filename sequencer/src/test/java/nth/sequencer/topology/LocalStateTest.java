package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStateTest {

  private static final Map<String, Uuid> CHANGELOGS =
      Map.of("one", new Uuid(1, 1), "two", new Uuid(2, 2));
  private static final Map<String, Uuid> OTHERS =
      Map.of("one", new Uuid(1, 1), "two", new Uuid(3, 3));

  @TempDir private Path folder;
  private LocalState local;

  @BeforeEach
  void open() {
    local = new LocalState(folder);
  }

  @Test
  void emptyFolder_fitsEverything() {
    local.belongsTo(CHANGELOGS);

    assertThat(local.fits(OTHERS)).isTrue();
  }

  @Test
  @Tag("O-13")
  void copyOfOtherChangelogs_doesNotFit() throws IOException {
    local.belongsTo(CHANGELOGS);
    Files.createDirectories(folder.resolve("nth-sequencer/0_0"));

    assertThat(local.fits(CHANGELOGS)).isTrue();
    assertThat(local.fits(OTHERS)).isFalse();
  }

  @Test
  void copyOfNobodyKnowsWhat_doesNotFit() throws IOException {
    Files.createDirectories(folder.resolve("nth-sequencer/0_0"));

    assertThat(local.fits(CHANGELOGS)).isFalse();
  }
}
