package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.tools.AclCommand;

/**
 * {@code kafka/acls.sh} as it is shipped. What it tells {@code kafka-acls.sh} to do is done by the
 * class that Kafka's script of that name starts, without a JVM for each of its calls.
 */
final class Acls {

  private static final Path SCRIPT = Path.of("..", "kafka", "acls.sh");

  // Every argument on a line, and an empty line behind the last.
  private static final String NOTED =
      "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\" '' >> \"$NOTES\"\n";

  private final Path folder;
  private final LockedBroker broker;

  Acls(Path folder, LockedBroker broker) {
    this.folder = folder;
    this.broker = broker;
  }

  /** Does what the script does for the administrator. */
  void run(String... verbAndRoles) throws Exception {
    runAs(Map.of(), verbAndRoles);
  }

  /**
   * @param names of accounts, by the variables of the script
   */
  void runAs(Map<String, String> names, String... verbAndRoles) throws Exception {
    Path config = adminConfig();
    List<String> arguments = new ArrayList<>(List.of(verbAndRoles));
    arguments.addAll(List.of("--bootstrap-server", broker.clients()));
    arguments.addAll(List.of("--command-config", config.toString()));
    for (List<String> call : calls(names, arguments)) {
      Exit.setExitProcedure(
          (code, message) -> {
            throw new AssertionError(call + " ends with " + code);
          });
      PrintStream console = System.out;
      System.setOut(new PrintStream(OutputStream.nullOutputStream()));
      try {
        AclCommand.main(call.toArray(String[]::new));
      } finally {
        System.setOut(console);
        Exit.resetExitProcedure();
      }
    }
  }

  private Path adminConfig() throws Exception {
    Properties properties = new Properties();
    properties.putAll(Account.ADMIN.client(broker.clients()));
    Path file = folder.resolve("admin.properties");
    try (var out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    }
    return file;
  }

  private List<List<String>> calls(Map<String, String> names, List<String> arguments)
      throws Exception {
    Path notes = Files.createTempFile(folder, "notes", "");
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path noting = Files.writeString(bin.resolve("kafka-acls.sh"), NOTED);
    assertThat(noting.toFile().setExecutable(true)).isTrue();
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(names);
    builder.environment().put("NOTES", notes.toString());
    builder.environment().merge("PATH", bin + ":", (path, ours) -> ours + path);
    assertThat(builder.start().waitFor()).isZero();
    List<List<String>> calls = new ArrayList<>();
    List<String> call = new ArrayList<>();
    for (String line : Files.readAllLines(notes)) {
      if (line.isEmpty()) {
        calls.add(List.copyOf(call));
        call.clear();
      } else {
        call.add(line);
      }
    }
    return calls;
  }
}
