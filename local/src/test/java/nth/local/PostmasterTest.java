package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostmasterTest {

  @TempDir Path folder;

  @Test
  void strangerWithItsNumber_isLetAlone_andTheStaleFileGoes() throws IOException {
    Process stranger = new ProcessBuilder("sleep", "60").start();
    try {
      Path pidFile = Files.writeString(folder.resolve("postmaster.pid"), stranger.pid() + "\n");

      new Postmaster(folder, folder).stopOrphan();

      assertThat(stranger.isAlive()).isTrue();
      assertThat(pidFile).doesNotExist();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void processBelowTheFolder_isStopped() throws IOException {
    Path program = Files.copy(Path.of("/bin/sleep"), folder.toRealPath().resolve("postgres"));
    Process orphan = new ProcessBuilder(program.toString(), "60").start();
    try {
      Files.writeString(folder.resolve("postmaster.pid"), orphan.pid() + "\n/data\n");

      new Postmaster(folder.toRealPath(), folder).stopOrphan();

      assertThat(orphan.isAlive()).isFalse();
    } finally {
      orphan.destroyForcibly();
    }
  }
}
