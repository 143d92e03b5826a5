package nth.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ITTopicWatch {

  private static final TopicSettings ONE = new TopicSettings(1, 1, 1);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<String> exits = new CopyOnWriteArrayList<>();
  private RealBroker broker;
  private Admin admin;
  private TopicWatch watch;

  @BeforeEach
  void start() {
    broker = RealParts.broker();
    admin =
        Admin.create(
            Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "request.timeout.ms", 500,
                "default.api.timeout.ms", 500));
    watch =
        new TopicWatch(
            () -> Topics.verify(admin, ONE, Topics.ALL), exits::add, Duration.ofMillis(200));
    watch.start();
  }

  @AfterEach
  void stop() {
    watch.stop();
    admin.close(Duration.ofSeconds(5));
    broker.close();
  }

  // O-12
  @Test
  void missingTopics_areWaitedFor_andNotCreated() throws Exception {
    await().atMost(LIMIT).until(() -> details().contains("nth.entries does not exist yet"));
    assertThat(admin.listTopics().names().get()).isEmpty();

    Topics.create(admin, ONE);

    await().atMost(LIMIT).until(watch::sound);
    assertThat(exits).isEmpty();
  }

  @Test
  void topicsWrongAtFirstSight_endTheProcessWithOneLine() throws Exception {
    admin.createTopics(List.of(new NewTopic("nth.entries", 2, (short) 1))).all().get();

    await().atMost(LIMIT).until(() -> !exits.isEmpty());
    assertThat(exits.get(0)).contains("nth.entries has 2 partitions and must have 1");
    assertThat(watch.sound()).isFalse();
  }

  // O-07
  @Test
  void topicThatTurnsWrong_isDownUntilItIsRight() throws Exception {
    sound();

    admin.createPartitions(Map.of("nth.entries", NewPartitions.increaseTo(2))).all().get();

    await().atMost(LIMIT).until(() -> !watch.sound());
    assertThat(details()).contains("nth.entries has 2 partitions and must have 1");
    assertThat(exits).isEmpty();
  }

  // O-12
  @Test
  void topicDeletedAndMadeAnew_isNotTheTopicItWas() throws Exception {
    sound();

    admin.deleteTopics(List.of("nth.entries")).all().get();
    await().atMost(LIMIT).until(() -> details().contains("nth.entries is gone"));
    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              Topics.create(admin, ONE);
              assertThat(details()).contains("nth.entries is not the topic it was at start");
            });
  }

  @Test
  void brokerThatDoesNotAnswer_saysNothingAboutItsTopics() throws Exception {
    sound();

    broker.interrupt();

    await().during(Duration.ofSeconds(3)).atMost(LIMIT).until(watch::sound);
  }

  private void sound() throws Exception {
    Topics.create(admin, ONE);
    await().atMost(LIMIT).until(watch::sound);
  }

  private String details() {
    return watch.health().getDetails().toString();
  }
}
