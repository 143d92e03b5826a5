package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITLocalPostgres {

  @TempDir Path folder;

  @Test
  void firstStartThatWasCutShort_isBegunAnew() throws Exception {
    Path data = Files.createDirectories(folder.resolve("postgres/data"));
    Files.writeString(data.resolve("postgresql.conf"), "half a li");

    try (LocalPostgres postgres =
            LocalPostgres.start(folder.resolve("postgres"), Ports.firstFreeAbove(20_000));
        Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), LocalPostgres.USER, "")) {
      assertThat(connection.isValid(0)).isTrue();
    }
  }
}
