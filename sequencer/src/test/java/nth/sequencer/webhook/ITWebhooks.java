package nth.sequencer.webhook;

import static nth.sequencer.webhook.Happenings.closing;
import static nth.sequencer.webhook.Happenings.closingId;
import static nth.sequencer.webhook.Happenings.id;
import static nth.sequencer.webhook.Happenings.win;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Relay;
import nth.sequencer.Procedure;
import nth.sequencer.webhook.Receiver.Got;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** Webhooks on a real broker and a real database, with a receiver that has bad days. */
class ITWebhooks {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static RealBroker broker;
  private static RealDatabase database;
  private static Receiver receiver;
  private static Happenings log;
  private static WebhookBooks books;
  private static ConfigurableApplicationContext webhooks;

  @BeforeAll
  static void open() throws Exception {
    broker = RealParts.broker();
    database = RealParts.database();
    receiver = new Receiver();
    log = new Happenings(broker.bootstrapServers());
    books = new WebhookBooks(database);
    webhooks = start();
    await().atMost(LIMIT).until(books::isThere);
  }

  private static ConfigurableApplicationContext start(String... more) {
    return WebhooksUnderTest.start(broker, database, receiver, more);
  }

  private static void restart(String... more) {
    webhooks.close();
    webhooks = start(more);
  }

  @AfterAll
  static void close() {
    webhooks.close();
    log.close();
    receiver.close();
    database.close();
    broker.close();
  }

  /**
   * Whatever went wrong, each id has had one body, and each request a signature of its own time.
   */
  @AfterEach
  void everyAttempt_sentTheSameBytes_signed() {
    Signature signature = Signature.with(List.of(WebhooksUnderTest.SECRET));
    receiver.all().stream()
        .collect(java.util.stream.Collectors.groupingBy(Got::id))
        .forEach(
            (id, attempts) ->
                assertThat(attempts)
                    .extracting(Got::body)
                    .as(id)
                    .containsOnly(attempts.get(0).body()));
    assertThat(receiver.all())
        .allSatisfy(
            got ->
                assertThat(got.signature())
                    .isEqualTo(
                        signature.of(
                            got.id(),
                            Long.parseLong(got.timestamp()),
                            got.body().getBytes(StandardCharsets.UTF_8))));
  }

  private static void untilStates(String event, String... states) {
    await().atMost(LIMIT).until(() -> books.states(event).equals(List.of(states)));
  }

  private static void untilDelivered(String event, int notices) {
    untilStates(event, Collections.nCopies(notices, "delivered").toArray(String[]::new));
  }

  private static WebhookAlarm alarm() {
    return webhooks.getBean(WebhookAlarm.class);
  }

  private static Object detail(String name) {
    return alarm().health().getDetails().get(name);
  }

  // O-65
  @Test
  void eachWinAndTheClosing_areTold_inOrder_andNotAgainWhenTheyAreReadAgain() throws Exception {
    log.abort(win("once", 1));
    log.whole("once", 2, 7, 9);
    untilDelivered("once", 4);

    webhooks.close();
    forgetPositions();
    log.commit(win("once-more", 1));
    webhooks = start();
    untilDelivered("once-more", 1);

    assertThat(receiver.order("once"))
        .containsExactly(id("once", 2), id("once", 7), id("once", 9), closingId("once"));
    assertThat(receiver.of("once").get(0).body())
        .isEqualTo(
            "{\"type\":\"promotion.won\",\"timestamp\":\"2027-03-28T10:00:02.000Z\",\"data\":"
                + new String(Happenings.bytes(win("once", 2)), StandardCharsets.UTF_8)
                + "}");
  }

  private static void forgetPositions() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      await()
          .atMost(LIMIT)
          .ignoreException(ExecutionException.class)
          .until(
              () -> {
                admin.deleteConsumerGroups(List.of(WebhookConfiguration.GROUP)).all().get();
                return true;
              });
    }
  }

  @Test
  void aReceiverThatFails_getsTheSameAgain_andWhatStandsBehindItWaits_butNoOtherEvent() {
    for (String event : List.of("fails", "hangs", "cuts", "moved")) {
      receiver.behave(
          event,
          switch (event) {
            case "fails" -> Receiver.status(500);
            case "hangs" -> receiver.hang();
            case "cuts" -> Receiver.cut();
            default -> Receiver.status(307, "Location", "/elsewhere");
          });
      log.whole(event, 1, 2);
    }
    log.whole("well", 1, 2);
    untilDelivered("well", 3);
    for (String event : List.of("fails", "hangs", "cuts", "moved")) {
      await().atMost(LIMIT).until(() -> receiver.of(event).size() >= 2);
      assertThat(receiver.order(event)).containsExactly(id(event, 1));
    }
    await().atMost(LIMIT).until(() -> alarm().health().getStatus().equals(Status.DOWN));

    List.of("fails", "hangs", "cuts", "moved").forEach(receiver::well);
    for (String event : List.of("fails", "hangs", "cuts", "moved")) {
      untilDelivered(event, 3);
      assertThat(receiver.order(event))
          .containsExactly(id(event, 1), id(event, 2), closingId(event));
    }
  }

  @Test
  void whoAsksForSilence_getsIt() {
    receiver.behave("silence", Receiver.status(429, "Retry-After", "2"));
    log.commit(win("silence", 1));
    await().atMost(LIMIT).until(() -> receiver.of("silence").size() == 1);
    receiver.well("silence");
    untilDelivered("silence", 1);

    List<Got> got = receiver.of("silence");
    assertThat(Duration.ofNanos(got.get(1).atNanos() - got.get(0).atNanos()))
        .isGreaterThanOrEqualTo(Duration.ofMillis(1_900));
  }

  @Test
  void anAnswerWithoutEnd_isNotRead() {
    receiver.behave("endless", Receiver.endless());
    log.commit(win("endless", 1));
    untilDelivered("endless", 1);
  }

  @Test
  @Procedure("Webhooks were not delivered")
  void whatWasGivenUp_isSaid_andIsSentAgainByHand() throws Exception {
    restart("nth.webhook.give-up-after=300ms");
    receiver.behave("given-up", Receiver.status(500));
    log.whole("given-up", 1);
    untilStates("given-up", "given_up", "given_up");
    await().atMost(LIMIT).until(() -> Long.valueOf(2).equals(detail("given_up")));
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(books.column("why", "given-up")).containsOnly("it answers 500");

    receiver.well("given-up");
    books.run(recovery());
    untilDelivered("given-up", 2);
    await().atMost(LIMIT).until(() -> Long.valueOf(0).equals(detail("given_up")));
    assertThat(receiver.order("given-up")).endsWith(id("given-up", 1), closingId("given-up"));
    restart();
  }

  /** The statement of RECOVERY.md that sends again. */
  private static String recovery() throws Exception {
    String text = Files.readString(Path.of("..", "RECOVERY.md"));
    String section = text.substring(text.indexOf("## Webhooks were not delivered"));
    int start = section.indexOf("update nth_webhook.notice");
    return section.substring(start, section.indexOf(';', start));
  }

  // O-28
  @Test
  void whatCannotBeRead_isSaid_andTheNextIsTold() {
    restart();
    String text = new String(Happenings.bytes(win("odd", 1)), StandardCharsets.UTF_8);
    log.commit(Topics.WINNERS, "odd", "not json");
    log.commit(Topics.WINNERS, "other", text);
    log.commit(Topics.PROMOTIONS, "odd", "[]");
    log.commit(win("odd", 1));
    log.commit(Topics.WINNERS, "odd", text.replace("person-1", "mallory"));
    log.commit(Happenings.open("odd"));
    log.commit(closing("odd", 1));
    untilDelivered("odd", 2);

    await().atMost(LIMIT).until(() -> (Long) detail("unreadable") >= 4);
    assertThat(receiver.of("odd").get(0).body()).contains("person-1");
    restart();
    await().atMost(LIMIT).until(() -> Long.valueOf(4).equals(detail("passed_over")));
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);
    books.run("delete from nth_webhook.passed_over");
    await().atMost(LIMIT).until(() -> Long.valueOf(0).equals(detail("passed_over")));
  }

  // O-56
  @Test
  void aReplyThatIsLost_isAskedForAgain_andNothingIsToldTwice() throws Exception {
    webhooks.close();
    int port = URI.create(database.url().substring("jdbc:".length())).getPort();
    try (var relay = new Relay(port)) {
      webhooks =
          start(
              "spring.datasource.url="
                  + database.url().replaceFirst("localhost:\\d+", "127.0.0.1:" + relay.port()));
      relay.swallowReplyTo("insert into nth_webhook.notice");
      log.commit(win("unheard", 1));
      untilDelivered("unheard", 1);
      assertThat(relay.swallowed()).isEqualTo(1);
      relay.swallowReplyTo("set state = 'delivered'");
      log.commit(win("unheard", 2));
      untilDelivered("unheard", 2);
      // It was noted with the first word; the second is what somebody heard the reply to.
      Counter delivered = webhooks.getBean(MeterRegistry.class).counter("nth.webhook.delivered");
      await().atMost(LIMIT).until(() -> delivered.count() == 2);
      assertThat(relay.swallowed()).isEqualTo(2);
      webhooks.close();
    }
    webhooks = start();

    assertThat(receiver.of("unheard"))
        .extracting(Got::id)
        .containsExactly(id("unheard", 1), id("unheard", 2));
  }

  @Test
  void aTableThatIsAway_isWaitedFor() {
    log.commit(win("away", 1));
    untilDelivered("away", 1);
    books.run("alter table nth_webhook.notice rename to notice_away");
    log.commit(win("away", 2));
    await().atMost(LIMIT).until(() -> String.valueOf(detail("waiting")).contains("nth.winners"));
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);
    books.run("alter table nth_webhook.notice_away rename to notice");
    untilDelivered("away", 2);

    assertThat(receiver.order("away")).containsExactly(id("away", 1), id("away", 2));
  }

  @Test
  void twoInstances_tellEachOnce() {
    books.run("delete from nth_webhook.passed_over");
    try (var second = start()) {
      IntStream.range(0, 20).forEach(i -> log.whole("two-" + i, 1, 2));
      IntStream.range(0, 20).forEach(i -> untilDelivered("two-" + i, 3));
      WebhookAlarm other = second.getBean(WebhookAlarm.class);
      await().atMost(LIMIT).until(() -> other.health().getStatus().equals(Status.UP));
    }
    IntStream.range(0, 20)
        .mapToObj(i -> "two-" + i)
        .forEach(
            event ->
                assertThat(receiver.of(event))
                    .extracting(Got::id)
                    .containsExactly(id(event, 1), id(event, 2), closingId(event)));
  }

  @Test
  void whoIsGone_isLeftAlone_untilTheNextStart() {
    receiver.behave("gone", Receiver.status(410));
    log.commit(win("gone", 1));
    await().atMost(LIMIT).until(() -> Boolean.TRUE.equals(detail("gone")));
    log.commit(win("after-gone", 1));
    untilStates("after-gone", "pending");
    assertThat(alarm().health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(receiver.of("after-gone")).isEmpty();

    receiver.well("gone");
    restart();
    untilDelivered("gone", 1);
    untilDelivered("after-gone", 1);
  }
}
