package nth.notifier;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import nth.web.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadsTest {

  @TempDir Path folder;

  @Test
  void viewThatIsClosed_isNoFault_butNotNow() {
    BoardStore store = new BoardStore(folder);
    store.close();

    try (Reads reads = new Reads()) {
      assertThatThrownBy(() -> reads.off(() -> store.progress(0)).block())
          .isInstanceOf(Problem.class)
          .hasMessageContaining("stopping");
    }
  }
}
