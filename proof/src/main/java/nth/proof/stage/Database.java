package nth.proof.stage;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Postgres: unpacked and given its database once, then run as a process like any other. */
final class Database {

  static final String USER = "postgres";
  private static final String NAME = "nth";
  private static final Duration START_LIMIT = Duration.ofSeconds(120);

  private final Path folder;
  private final int port;

  Database(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  static String jdbcUrl(int port) {
    return "jdbc:postgresql://" + Ports.address(port) + "/" + NAME;
  }

  int port() {
    return port;
  }

  /** With its user, past every wire. */
  String directUrl() {
    return jdbcUrl(port) + "?user=" + USER;
  }

  void install() throws IOException, SQLException {
    if (Files.exists(finished())) {
      return;
    }
    // Killed while unpacking or in initdb: nothing of worth is in the folder yet.
    Folders.delete(folder);
    Files.createDirectories(folder);
    Redirect log = Redirect.appendTo(folder.resolve("output.log").toFile());
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(folder.toFile())
            .setDataDirectory(folder.resolve("data"))
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPGStartupWait(START_LIMIT)
            .setOutputRedirector(log)
            .setErrorRedirector(log)
            .setLocaleConfig("locale", "C")
            .setPort(port);
    try (EmbeddedPostgres first = builder.start();
        Connection connection = first.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + NAME);
    }
    Files.writeString(finished(), "");
  }

  private Path finished() {
    return folder.resolve("initialized");
  }

  /** SIGINT is its "fast shutdown": clients are sent away and nothing is lost. */
  Program program() throws IOException {
    List<String> command = new ArrayList<>();
    if (LinuxUtils.isUnshareAvailable()) {
      command.addAll(List.of("unshare", "-U")); // It refuses to be run by root.
    }
    command.add(binary().toString());
    command.addAll(List.of("-D", folder.resolve("data").toString(), "-p", Integer.toString(port)));
    List.of(
            "listen_addresses=" + Ports.HOST,
            "unix_socket_directories=",
            "max_connections=50",
            "fsync=on",
            "synchronous_commit=on")
        .forEach(setting -> command.addAll(List.of("-c", setting)));
    return new Program(command, Map.of(), folder, "INT");
  }

  private Path binary() throws IOException {
    try (Stream<Path> versions = Files.list(folder)) {
      return versions
          .map(version -> version.resolve("bin").resolve("postgres"))
          .filter(Files::isExecutable)
          .findFirst()
          .orElseThrow(() -> new IOException("Postgres was not unpacked below " + folder));
    }
  }
}
