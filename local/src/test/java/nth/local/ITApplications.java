package nth.local;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Readiness;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.guarantees.Guarantee;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The three executable jars as processes of their own, with the environment that docker-compose.yml
 * gives them. No container engine is needed: only the addresses and folders are of this machine.
 */
class ITApplications {

  private static final String SECOND_DOOR = "second-ingress";
  private static final String ADMIN_TOKEN = "token-of-a-test-0123456789";

  @TempDir static Path folder;
  private static final ComposeFile COMPOSE =
      new ComposeFile(Map.of("NTH_POSTGRES_PASSWORD", "postgres", "NTH_ADMIN_TOKEN", ADMIN_TOKEN));
  private static final Map<String, Integer> PORTS = new HashMap<>();
  private static final Map<String, JavaProcess> RUNNING = new HashMap<>();
  private static RealBroker broker;
  private static RealDatabase database;
  private static Shop shop;
  private static Books books;

  @BeforeAll
  static void start() {
    broker = RealParts.broker();
    database = RealParts.database();
    List.of("sequencer", "ingress", "notifier").forEach(ITApplications::launch);
    RUNNING.forEach((app, process) -> Readiness.await(process, address(app, "/")));
    shop =
        new Shop(path -> address("ingress", path), path -> address("notifier", path), ADMIN_TOKEN);
    String credentials = "?user=" + database.user() + "&password=" + database.password();
    books = new Books(broker.bootstrapServers(), database.url() + credentials);
  }

  @AfterAll
  static void stop() {
    RUNNING.values().forEach(JavaProcess::close);
    database.close();
    broker.close();
  }

  @Test
  void entriesAcceptedWhileNoSequencerRuns_areNumberedWhenItStarts() {
    EventId event = shop.defined("asleep", "{\"targets\":[2]}");
    RUNNING.get("sequencer").terminate();
    RUNNING.get("sequencer").awaitExit();

    List<Shop.Answer> accepted =
        List.of(shop.enter(event, ALICE), shop.enter(event, BOB), shop.enter(event, CHARLIE));
    Shop.Answer waiting = shop.me(event, BOB, "?position=" + accepted.get(1).text("position"));

    assertThat(accepted).allMatch(answer -> answer.status() == 202);
    assertThat(waiting.status()).isEqualTo(202);
    assertThat(waiting.text("status")).isEqualTo("processing");
    assertThat(waiting.number("ahead")).isEqualTo(1);

    launch("sequencer");

    assertThat(shop.decided(event, ALICE).number("seq")).isEqualTo(1);
    assertThat(shop.decided(event, BOB).body().path("winner").asBoolean()).isTrue();
    assertThat(shop.decided(event, CHARLIE).text("reason")).isEqualTo("closed");
    Guarantee.assertAllHold(books.history());
    await()
        .atMost(Shop.LIMIT)
        .untilAsserted(() -> assertThat(books.mirrored()).isEqualTo(books.published()));
    books.assertNoDeadLetters();
  }

  // O-17, small: one round, without load.
  @Test
  void ingressToldToStop_endsByItself_andWhatItAcceptedIsNumbered() {
    EventId event = shop.defined("stopped", "{\"targets\":[1000]}");
    assertThat(shop.enter(event, ALICE).status()).isEqualTo(202);

    RUNNING.get("ingress").terminate();

    assertThat(RUNNING.get("ingress").awaitExit()).isIn(0, 143);
    assertThat(shop.decided(event, ALICE).number("seq")).isEqualTo(1);
    launch("ingress");
    Readiness.await(RUNNING.get("ingress"), address("ingress", "/"));
    assertThat(shop.enter(event, BOB, "Prefer", "wait=10").number("seq")).isEqualTo(2);
  }

  // O-45: three rounds, over two instances of ingress.
  @Test
  void fiftyOfOneKeyAtOnce_overTwoDoors_areOneRequestWithOneNumber() {
    launch("ingress", SECOND_DOOR);
    Readiness.await(RUNNING.get(SECOND_DOOR), address(SECOND_DOOR, "/"));
    AtomicInteger turn = new AtomicInteger();
    Shop twoDoors =
        new Shop(
            path -> address(turn.incrementAndGet() % 2 == 0 ? "ingress" : SECOND_DOOR, path),
            path -> address("notifier", path),
            ADMIN_TOKEN);
    EventId event = shop.defined("fifty", "{\"targets\":[1000]}");

    List<UserId> crowd = People.crowd(3);
    for (UserId user : crowd) {
      List<Shop.Answer> answers =
          twoDoors.rush(event, Collections.nCopies(50, user), "Idempotency-Key", "one");
      assertThat(answers)
          .extracting(Shop.Answer::status)
          .containsOnly(202, 429) // A person may make a few requests at once.
          .contains(202);
      assertThat(answers).allMatch(answer -> answer.text("request_id").equals("one"));
    }

    assertThat(shop.decided(event, crowd))
        .allMatch(answer -> answer.text("request_id").equals("one"))
        .extracting(answer -> answer.number("seq"))
        .containsExactly(1L, 2L, 3L);
    Guarantee.assertAllHold(books.history());
  }

  private static void launch(String app) {
    launch(app, app);
  }

  /**
   * @param name under which it is found again
   */
  private static void launch(String app, String name) {
    int port = PORTS.computeIfAbsent(name, n -> LocalProcess.freePort());
    Map<String, String> environment = new TreeMap<>(here(app));
    environment.put("SERVER_PORT", Integer.toString(port));
    Path jar = Path.of("..", app, "target", app + "-exec.jar");
    RUNNING.put(
        name,
        JavaProcess.start(
            List.of("-jar", jar.toString()), environment, folder.resolve(name + ".log")));
  }

  /** What compose gives the application, at the addresses of this machine. */
  private static Map<String, String> here(String app) {
    Map<String, String> environment = new TreeMap<>(COMPOSE.environment(app));
    environment.replaceAll(
        (name, value) ->
            value
                .replace("kafka:9092", broker.bootstrapServers())
                .replace("jdbc:postgresql://postgres:5432/nth", database.url())
                .replace("/var/lib/nth", folder.resolve(app).toString()));
    environment.computeIfPresent("SPRING_DATASOURCE_USERNAME", (name, value) -> database.user());
    environment.computeIfPresent(
        "SPRING_DATASOURCE_PASSWORD", (name, value) -> database.password());
    return environment;
  }

  private static URI address(String app, String path) {
    return URI.create("http://127.0.0.1:" + PORTS.get(app) + path);
  }
}
