package nth.local;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.EventId;
import nth.contract.Topics;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every application with its own account and the rights of {@code kafka/acls.sh}: one without TLS,
 * one with a trust store, one with a bundle of certificates.
 */
class ITLockedKafka {

  private static final String ADMIN_TOKEN = "token-of-a-test-0123456789";

  /** A page of log, however long the trouble lasts. */
  private static final int FEW_LINES = 40;

  @TempDir static Path folder;
  private static LockedBroker broker;
  private static Acls acls;
  private static RealDatabase database;
  private static LockedApp sequencer;
  private static LockedApp ingress;
  private static LockedApp notifier;
  private static Shop shop;
  private static Books books;

  @BeforeAll
  static void start() throws Exception {
    broker = new LockedBroker(folder);
    acls = new Acls(folder, broker);
    database = RealParts.database();
    broker.know(Account.INGRESS, Account.SEQUENCER, Account.NOTIFIER);
    broker.know(Account.PAYER, Account.OPERATOR, Account.REPAIR);
    acls.run("grant");
    sequencer = startSequencer();
    ingress = LockedApp.start("ingress", folder, "ingress", ingress(Account.INGRESS));
    notifier = LockedApp.start("notifier", folder, "notifier", notifier(Account.NOTIFIER));
    List.of(sequencer, ingress, notifier).forEach(LockedApp::awaitReady);
    shop = new Shop(path -> ingress.at(path), path -> notifier.at(path), ADMIN_TOKEN);
    String credentials = "?user=" + database.user() + "&password=" + database.password();
    books = new Books(broker.internalServers(), database.url() + credentials);
  }

  @AfterAll
  static void stop() {
    List.of(sequencer, ingress, notifier).forEach(LockedApp::close);
    database.close();
    broker.close();
  }

  private static LockedApp startSequencer() {
    return LockedApp.start("sequencer", folder, "sequencer", sequencer(Account.SEQUENCER));
  }

  /** Over TLS, with a trust store. */
  private static Map<String, String> sequencer(Account account) {
    Map<String, String> environment = new TreeMap<>(account.environment(broker.secure()));
    environment.put("SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_SSL");
    environment.put(
        "SPRING_KAFKA_SSL_TRUST_STORE_LOCATION", "file:" + broker.certificate().keyStore());
    environment.put("SPRING_KAFKA_SSL_TRUST_STORE_PASSWORD", Certificate.PASSWORD);
    environment.put("SPRING_DATASOURCE_URL", database.url());
    environment.put("SPRING_DATASOURCE_USERNAME", database.user());
    environment.put("SPRING_DATASOURCE_PASSWORD", database.password());
    return environment;
  }

  private static Map<String, String> ingress(Account account) {
    Map<String, String> environment = new TreeMap<>(account.environment(broker.clients()));
    environment.put("NTH_ADMIN_TOKEN", ADMIN_TOKEN);
    return environment;
  }

  /** Over TLS, with a bundle. */
  private static Map<String, String> notifier(Account account) {
    Map<String, String> environment = new TreeMap<>(account.environment(broker.secure()));
    environment.put("SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_SSL");
    environment.put("SPRING_KAFKA_SSL_BUNDLE", "kafka");
    environment.put(
        "SPRING_SSL_BUNDLE_PEM_KAFKA_TRUSTSTORE_CERTIFICATE", "file:" + broker.certificate().pem());
    return environment;
  }

  @Test
  void eachApplication_worksWithItsOwnAccount() {
    EventId event = shop.defined("locked", "{\"targets\":[2]}");
    Watcher watcher = Watcher.open(notifier.at("/events/" + event + "/stream"));

    assertThat(shop.enter(event, ALICE, "Prefer", "wait=10").number("seq")).isEqualTo(1);
    shop.enter(event, BOB);

    assertThat(shop.decided(event, BOB).body().path("winner").asBoolean()).isTrue();
    assertThat(shop.closed(event).number("total_entries")).isEqualTo(2);
    assertThat(watcher.awaitEnd()).isEqualTo(200);
    assertThat(watcher.last().event()).isEqualTo("closed");
    Guarantee.assertAllHold(books.history());
    await()
        .atMost(Shop.LIMIT)
        .untilAsserted(() -> assertThat(books.mirrored()).isEqualTo(books.published()));
    await().atMost(Shop.LIMIT).until(() -> books.mirroredClosings().equals(books.closings()));
    assertThat(paid()).contains("\"event_id\":\"" + event + "\"");
  }

  /** By a payer in its group, with its account. */
  private static String paid() {
    Map<String, Object> settings = Account.PAYER.client(broker.clients());
    settings.put("group.id", "nth-payer");
    settings.put("isolation.level", "read_committed");
    settings.put("auto.offset.reset", "earliest");
    var text = new StringDeserializer();
    StringBuilder paid = new StringBuilder();
    try (var consumer = new KafkaConsumer<>(settings, text, text)) {
      consumer.subscribe(List.of(Topics.WINNERS.name()));
      await()
          .atMost(Shop.LIMIT)
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(win -> paid.append(win.value()));
                return !paid.isEmpty();
              });
      consumer.commitSync();
    }
    return paid.toString();
  }

  @Test
  @Tag("O-26")
  void rightsTakenAway_areDownWithTheReason_andWorkGoesOnWhenTheyAreBack() throws Exception {
    EventId event = shop.defined("revoked", "{\"targets\":[1000]}");
    int told = ingress.log().size() + notifier.log().size();

    acls.run("revoke", "ingress", "notifier");

    for (LockedApp app : List.of(ingress, notifier)) {
      awaitReason(app, "TopicAuthorizationException");
    }
    await().atMost(Shop.LIMIT).until(() -> shop.enter(event, ALICE).status() == 503);

    acls.run("grant");

    List.of(ingress, notifier).forEach(LockedApp::awaitReady);
    await().atMost(Shop.LIMIT).until(() -> shop.enter(event, BOB).status() == 202);
    assertThat(shop.decided(event, BOB).number("seq")).isPositive();
    assertThat(ingress.log().size() + notifier.log().size() - told).isLessThan(FEW_LINES);
    assertNoTraces(ingress, notifier);
  }

  @Test
  @Tag("O-26")
  void accountThatIsUnknown_thenWithoutRights_isDownWithTheReason_andReadyOnceBothAreMended()
      throws Exception {
    var newIngress = new Account("new-ingress", "its password");
    var newNotifier = new Account("new-notifier", "its password");
    var newSequencer = new Account("new-sequencer", "its password");
    try (var door = LockedApp.start("ingress", folder, "door", ingress(newIngress));
        var voice = LockedApp.start("notifier", folder, "voice", notifier(newNotifier));
        var line = LockedApp.start("sequencer", folder, "line", sequencer(newSequencer))) {
      for (LockedApp app : List.of(door, voice)) {
        awaitReason(app, "SaslAuthenticationException");
      }
      // It is for whoever starts it to start it again.
      assertThat(line.process().awaitExit()).isEqualTo(78);
      assertThat(line.process().output()).contains("The line cannot begin: Authentication failed");

      broker.know(newIngress, newNotifier);
      for (LockedApp app : List.of(door, voice)) {
        awaitReason(app, "TopicAuthorizationException");
      }

      Map<String, String> names =
          Map.of(
              "NTH_INGRESS_ACCOUNT", "User:" + newIngress.name(),
              "NTH_NOTIFIER_ACCOUNT", "User:" + newNotifier.name());
      acls.runAs(names, "grant", "ingress", "notifier");
      List.of(door, voice).forEach(LockedApp::awaitReady);
      for (LockedApp app : List.of(door, voice, line)) {
        assertThat(app.log().size()).as(app.process().output()).isLessThan(FEW_LINES);
      }
      assertNoTraces(door, voice, line);
    }
  }

  private static void awaitReason(LockedApp app, String reason) {
    await()
        .atMost(Shop.LIMIT)
        .until(() -> app.reasons().startsWith("DOWN") && app.reasons().contains(reason));
    assertThat(app.status("/actuator/health/liveness")).isEqualTo(200);
  }

  private static void assertNoTraces(LockedApp... apps) {
    for (LockedApp app : apps) {
      assertThat(app.log()).noneMatch(line -> line.startsWith("\tat "));
      assertThat(app.process().output()).doesNotContain("its password", "password-of");
    }
  }

  @Test
  void operator_auditsAndPutsBack_withItsOwnAccount() throws Exception {
    EventId event = shop.defined("operated", "{\"targets\":[1000]}");
    long letter = deadLetter(event);
    Path value = Files.writeString(folder.resolve("value.json"), corrected(event));
    JavaProcess audit = command("audit", Account.OPERATOR, "audit");
    JavaProcess putBack =
        command(
            "put-back",
            Account.OPERATOR,
            "put-back",
            Long.toString(letter),
            "--yes",
            "--value",
            value.toString());

    assertThat(audit.awaitExit()).as(audit.output()).isZero();
    assertThat(putBack.awaitExit()).as(putBack.output()).isZero();
    assertThat(shop.decided(event, ALICE).number("seq")).isEqualTo(1);
  }

  /** Who may write to entries can write nonsense, too; returns where it was put aside. */
  private static long deadLetter(EventId event) throws Exception {
    var text = new StringSerializer();
    try (var producer =
        new KafkaProducer<>(Account.OPERATOR.client(broker.clients()), text, text)) {
      producer.send(new ProducerRecord<>("nth.entries", 0, event.value(), "nonsense")).get();
    }
    return await()
        .atMost(Shop.LIMIT)
        .until(() -> books.records(Topics.DEAD_LETTERS), letters -> !letters.isEmpty())
        .get(0)
        .offset();
  }

  private static String corrected(EventId event) {
    return """
    {"v":1,"type":"submit_entry","event_id":"%s","user_id":"%s","request_id":"again",
     "requested_at":"2026-12-01T10:00:00.000Z"}
    """
        .formatted(event, ALICE);
  }

  @Test
  void repair_rebuildsStateAndMirror_withItsOwnAccount() throws Exception {
    EventId event = shop.defined("rebuilt", "{\"targets\":[1]}");
    shop.enter(event, ALICE);
    shop.closed(event);
    sequencer.process().terminate();
    sequencer.process().awaitExit();

    acls.run("grant", "repair");
    JavaProcess state = command("state", Account.REPAIR, "rebuild-state", "--discard");
    JavaProcess mirror = command("mirror", Account.REPAIR, "rebuild-mirror");
    assertThat(state.awaitExit()).as(state.output()).isZero();
    assertThat(mirror.awaitExit()).as(mirror.output()).isZero();
    acls.run("revoke", "repair");

    sequencer = startSequencer().awaitReady();
    EventId next = shop.defined("after", "{\"targets\":[1]}");
    assertThat(shop.enter(next, BOB, "Prefer", "wait=10").body().path("winner").asBoolean())
        .isTrue();
  }

  private static JavaProcess command(String name, Account account, String... arguments) {
    Map<String, String> environment = new TreeMap<>(sequencer(account));
    environment.put("NTH_DATA_DIR", folder.resolve(name).toString());
    return LockedApp.run("sequencer", folder, name, environment, arguments);
  }
}
