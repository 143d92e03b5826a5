package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.diagnostics.FailureAnalyzedException;

/** O-71: run here by whoever runs the tests, which in containers is root. */
@Tag("O-71")
class ITLocalPostgres {

  @TempDir Path folder;

  @Test
  void firstStartThatWasCutShort_isBegunAnew() throws Exception {
    Path data = Files.createDirectories(folder.resolve("postgres/data"));
    Files.writeString(data.resolve("postgresql.conf"), "half a li");

    try (LocalPostgres postgres =
            LocalPostgres.start(folder.resolve("postgres"), LocalProcess.freePort());
        Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), LocalPostgres.USER, "")) {
      assertThat(connection.isValid(0)).isTrue();
    }
  }

  @Test
  void postgresThatCannotRun_isOneSentenceWithAdvice() throws Exception {
    Path postgres = folder.resolve("postgres");
    int taken = LocalProcess.freePort();

    try (ServerSocket other = new ServerSocket(taken, 1, InetAddress.getByName(Ports.HOST))) {
      assertThat(other.isBound()).isTrue();
      assertThatThrownBy(() -> LocalPostgres.start(postgres, taken))
          .isInstanceOfSatisfying(
              FailureAnalyzedException.class,
              failure -> {
                assertThat(failure.analysis().getDescription())
                    .startsWith("Postgres does not start in " + postgres);
                assertThat(failure.analysis().getAction()).contains("run nth as an ordinary user");
              });
    }
  }
}
