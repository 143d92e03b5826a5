package nth.local;

import static nth.contract.fixtures.People.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import nth.contract.EventId;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.RedisServer;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docker-compose.cluster.yml without an engine: three brokers with its settings, and two of each
 * application, as processes of this machine with exactly its environment, behind its gateway.
 */
class ITCluster {

  @TempDir static Path folder;
  private static ThreeBrokers brokers;
  private static RealDatabase database;
  private static final RedisServer REDIS = new RedisServer();
  private static ComposeStage stage;
  private static Shop shop;
  private static Books books;

  @BeforeAll
  static void start() {
    ComposeFile compose =
        new ComposeFile(ComposeStage.SURROUNDINGS, ComposeFile.CLUSTER, ComposeFile.DEMO);
    REDIS.start();
    database = RealParts.database();
    brokers = new ThreeBrokers(compose, folder.resolve("brokers"));
    Map<String, String> addresses =
        Map.of("kafka:9092,kafka-2:9092,kafka-3:9092", brokers.bootstrapServers());
    stage = new ComposeStage(folder, compose, addresses, database, database.url());
    stage.redis(REDIS.port());
    List.of("sequencer", "ingress", "notifier", "sequencer-2", "ingress-2", "notifier-2")
        .forEach(stage::launch);
    stage.awaitReady("sequencer", "ingress", "notifier", "ingress-2", "notifier-2", "sequencer-2");
    shop = stage.shop();
    String credentials = "?user=" + database.user() + "&password=" + database.password();
    books = new Books(brokers.bootstrapServers(), database.url() + credentials);
  }

  @AfterAll
  static void stop() {
    if (stage != null) {
      stage.close();
    }
    REDIS.close();
    if (brokers != null) {
      brokers.close();
    }
    if (database != null) {
      database.close();
    }
  }

  @Test
  @Tag("O-11")
  void everythingHasThreeCopies_andCountsWhenTwoHaveIt() throws Exception {
    EventId event = shop.defined("copies", "{\"targets\":[1]}");
    shop.enter(event, ALICE);
    assertThat(shop.decided(event, ALICE).number("seq")).isEqualTo(1);

    List<String> topics =
        List.of(Topics.ENTRIES.name(), "__transaction_state", "__consumer_offsets");
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
      admin
          .describeTopics(topics)
          .allTopicNames()
          .get()
          .forEach(
              (name, topic) ->
                  assertThat(topic.partitions())
                      .as(name)
                      .extracting(TopicPartitionInfo::replicas)
                      .allMatch(copies -> copies.size() == 3));
    }
  }

  // O-45: three rounds, over two instances of ingress.
  @Test
  void fiftyOfOneKeyAtOnce_overTwoDoors_areOneRequestWithOneNumber() {
    EventId event = shop.defined("fifty", "{\"targets\":[1000]}");
    List<UserId> crowd = People.crowd(3);
    for (UserId user : crowd) {
      List<Shop.Answer> answers =
          shop.rush(event, Collections.nCopies(50, user), "Idempotency-Key", "one");
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

  @Test
  void bothDoors_shareOneLimit() {
    for (String door : List.of("ingress", "ingress-2")) {
      URI metrics = stage.address(door, "/actuator/prometheus");
      // 0 while a store that was slow to answer is not asked.
      await()
          .atMost(Shop.LIMIT)
          .untilAsserted(
              () ->
                  assertThat(text(metrics))
                      .containsPattern("(?m)^nth_ratelimit_store_up\\S* 1\\.0$"));
    }
  }

  private static String text(URI address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  /** A crash of one sequencer, and one of each of the others told to stop under way. */
  @Test
  @Tag("O-66")
  void oneOfEachMayBeAway_andNobodyIsRefused() {
    EventId event = shop.defined("away", "{\"targets\":[30],\"count\":\"live\"}");
    List<UserId> crowd = People.crowd(30);
    assertAccepted(event, crowd.subList(0, 10));
    stage.process("sequencer").kill9();
    stage.process("ingress").terminate();
    stage.process("notifier").terminate();
    assertAccepted(event, crowd.subList(10, 20));
    assertThat(stage.process("ingress").awaitExit()).isIn(0, 143);
    assertThat(stage.process("notifier").awaitExit()).isIn(0, 143);
    assertAccepted(event, crowd.subList(20, 30));

    Watcher watcher = Watcher.open(stage.gateway().at("/events/" + event + "/stream"));
    assertThat(watcher.awaitEnd()).isEqualTo(200);
    assertThat(watcher.last().data().path("total_entries").asLong()).isEqualTo(30);
    List<Shop.Answer> decided = shop.decided(event, crowd);
    assertThat(decided)
        .extracting(answer -> answer.text("request_id"))
        .containsExactlyElementsOf(crowd.stream().map(UserId::value).toList());
    assertThat(decided)
        .extracting(answer -> answer.number("seq"))
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 30).boxed().toList());
    Guarantee.assertAllHold(books.history());
    await()
        .atMost(Shop.LIMIT)
        .untilAsserted(() -> assertThat(books.mirrored()).isEqualTo(books.published()));
    books.assertNoDeadLetters();
    // For the other tests; those who stayed can do without the rest.
    stage.launch("ingress");
    stage.awaitReady("ingress");
  }

  private static void assertAccepted(EventId event, List<UserId> users) {
    users.forEach(user -> assertThat(entered(event, user).status()).isEqualTo(202));
  }

  /**
   * Repeats with the same key, as a client is told to: a connection may end with an entry on its
   * way into it, and then nobody knows.
   */
  private static Shop.Answer entered(EventId event, UserId user) {
    return await()
        .atMost(Shop.LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> shop.enter(event, user, "Idempotency-Key", user.value()),
            answer -> answer.status() != 503);
  }
}
