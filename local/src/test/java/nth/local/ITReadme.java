package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nth.contract.EventId;
import nth.contract.fixtures.Tools;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The session in the README, typed by a stranger. */
class ITReadme {

  @TempDir static Path folder;
  private static LocalProcess local;

  @BeforeAll
  static void start() {
    local = new LocalProcess(folder.resolve("data"));
    local.start().awaitReady();
  }

  @AfterAll
  static void stop() throws Exception {
    local.close();
  }

  @Test
  void session_givesTheOutputInTheReadme_alsoTheSecondTime() throws Exception {
    Tools.require("bash");
    Tools.require("curl");
    Readme readme = new Readme();
    String session = readme.blocks("bash").get(1);
    List<String> promised = answers(readme.blocks("text").get(0));
    assertThat(session).isEqualTo(Welcome.session());

    for (int round = 1; round <= 2; round++) {
      String output = run(session.replace("http://127.0.0.1:8080", here()));
      assertThat(answers(output)).as(output).isEqualTo(promised);
      assertThat(output).containsPattern("event: ?snapshot").containsPattern("event: ?closed");
    }
  }

  @Test
  void clients_hearTheClosing() throws Exception {
    Tools.require("bash");
    Tools.require("curl");
    Shop shop = new Shop(local::http, local::http, "local-admin");
    EventId event = shop.defined("clients", "{\"targets\":[9]}");
    List<String> commands =
        new Readme()
            .blocks("bash").stream()
                .filter(block -> block.contains("Watch.java"))
                .flatMap(String::lines)
                .map(line -> line.replace("http://127.0.0.1:8080", here()))
                .map(line -> line.replace("opening", event.value()))
                .toList();
    assertThat(commands).hasSize(2);

    List<Script> clients = new ArrayList<>();
    try {
      for (String command : commands) {
        clients.add(client(command));
      }
      clients.forEach(client -> client.awaitOutput("\"phase\":\"open\""));
      shop.close(event);
      clients.forEach(client -> client.awaitOutput("\"phase\":\"closed\""));
      clients.forEach(client -> assertThat(client.awaitExit()).isZero());
    } finally {
      clients.forEach(Script::close);
    }
  }

  private static Script client(String command) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Script.start(folder, "cd .. && exec " + command.replaceFirst("^java ", java + " "));
  }

  @Test
  void localSaysWhereEverythingIs_andPrintsTheSession() {
    await().atMost(Shop.LIMIT).until(() -> local.output().contains("nth is ready on " + here()));
    assertThat(local.output())
        .contains("Page      " + here())
        .contains("Kafka     " + local.bootstrapServers())
        .contains("Postgres  " + local.jdbcUrl())
        .contains(Welcome.session().replace("http://127.0.0.1:8080", here()));
  }

  private static String here() {
    return local.http("").toString();
  }

  /**
   * The lines of JSON, with what differs from run to run taken out. The stream writes to the same
   * terminal, also between an answer and the end of its line.
   */
  private static List<String> answers(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(
            line ->
                line.replaceAll("}(id|event|retry): .*", "}")
                    .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
                    .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "UUID")
                    .replaceAll("\"0-\\d+\"", "POSITION")
                    .replaceAll("try-\\d+", "EVENT"))
        .toList();
  }

  private static String run(String script) throws Exception {
    try (Script bash = Script.start(folder, script)) {
      assertThat(bash.awaitExit()).as(bash::output).isZero();
      return bash.output();
    }
  }
}
