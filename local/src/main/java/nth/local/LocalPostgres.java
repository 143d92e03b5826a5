package nth.local;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.util.FileSystemUtils;

/** A real Postgres as a child process; binaries, data and log are kept in one folder. */
final class LocalPostgres implements AutoCloseable {

  static final String USER = "postgres";
  private static final String DATABASE = "nth";
  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  private final EmbeddedPostgres postgres;

  private LocalPostgres(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  /** Stops what a killed JVM left running in this folder. */
  static void stopOrphan(Path folder) {
    try {
      new Postmaster(folder, data(folder)).stopOrphan();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns when the database takes statements; {@code initdb} runs the first time only. */
  static LocalPostgres start(Path folder, int port) {
    try {
      discardUnfinished(folder);
      LocalPostgres postgres = new LocalPostgres(launch(folder, port));
      keepOthersOut(folder);
      postgres.createDatabaseOnce();
      Files.writeString(finished(folder), "");
      return postgres;
    } catch (IOException | SQLException | RuntimeException e) {
      stopOrphan(folder);
      throw doesNotStart(folder, e);
    }
  }

  String jdbcUrl() {
    return "jdbc:postgresql://" + Ports.HOST + ":" + postgres.getPort() + "/" + DATABASE;
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EmbeddedPostgres launch(Path folder, int port) throws IOException {
    Redirect log = Redirect.appendTo(log(folder).toFile());
    return EmbeddedPostgres.builder()
        .setOverrideWorkingDirectory(folder.toFile())
        .setDataDirectory(data(folder))
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .setPGStartupWait(START_LIMIT)
        .setOutputRedirector(log)
        .setErrorRedirector(log)
        .setPort(port)
        .setLocaleConfig("locale", "C")
        .setServerConfig("listen_addresses", Ports.HOST)
        .setServerConfig("unix_socket_directories", "")
        .setServerConfig("max_connections", "50")
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .start();
  }

  private void createDatabaseOnce() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("select from pg_database where datname = '" + DATABASE + "'")) {
      if (!found.next()) {
        statement.execute("create database " + DATABASE);
      }
    }
  }

  /** Killed while unpacking or in {@code initdb}: nothing of worth is in the folder yet. */
  private static void discardUnfinished(Path folder) throws IOException {
    if (Files.notExists(finished(folder))) {
      FileSystemUtils.deleteRecursively(folder);
    }
    Files.createDirectories(folder);
    Files.deleteIfExists(log(folder));
  }

  /** The library opens the folder to everybody, and programs are run from it. */
  private static void keepOthersOut(Path folder) {
    folder.toFile().setWritable(false, false);
    folder.toFile().setWritable(true, true);
  }

  private static Path data(Path folder) {
    return folder.resolve("data");
  }

  private static Path finished(Path folder) {
    return folder.resolve("initialized");
  }

  private static Path log(Path folder) {
    return folder.resolve("postgres.log");
  }

  private static FailureAnalyzedException doesNotStart(Path folder, Exception cause) {
    return new FailureAnalyzedException(
        "Postgres does not start in " + folder + ": " + complaint(log(folder), cause),
        "See "
            + log(folder)
            + ". Root is not accepted where `unshare -U` is forbidden, nor is a user whom the"
            + " system does not know: then run nth as an ordinary user.",
        cause);
  }

  /** The last error that Postgres itself reported. */
  private static String complaint(Path log, Exception otherwise) {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains("error:") || line.contains("FATAL:"))
          .reduce((earlier, later) -> later)
          .orElse(otherwise.toString());
    } catch (IOException noLog) {
      return otherwise.toString();
    }
  }
}
