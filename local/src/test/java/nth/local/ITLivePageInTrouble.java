package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nth.contract.EventId;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Readiness;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The live page as people have it, behind a shop's gateway, while its notifier, a process of its
 * own, is killed or full. With {@code -Dnth.page.screenshots=FOLDER} it leaves a picture of a win
 * there.
 */
class ITLivePageInTrouble {

  private static final String MINJI = "minji-of-the-page";

  /** The door itself may tell the number, or has told that it comes. */
  private static final Set<String> IN = Set.of("waiting", "numbered", "won");

  private static final String JUN = "jun-of-the-page";

  @TempDir static Path folder;
  private static final int NOTIFIER_PORT = LocalProcess.freePort();
  private static final URI NOTIFIER = URI.create("http://" + Ports.HOST + ":" + NOTIFIER_PORT);
  private static LocalProcess local;
  private static JavaProcess notifier;
  private static Gateway gateway;
  private static Browser minji;
  private static Browser jun;
  private static Shop shop;

  @BeforeAll
  static void start() {
    local = new LocalProcess(folder.resolve("data"));
    local.start("--nth.admin.token=" + LocalProcess.ADMIN_TOKEN);
    minji = new Browser(folder.resolve("minji")).cookie(Gateway.COOKIE, MINJI);
    jun = new Browser(folder.resolve("jun")).cookie(Gateway.COOKIE, JUN);
    local.awaitReady();
    startNotifier();
    Readiness.await(notifier, NOTIFIER);
    gateway = new Gateway(folder.resolve("nginx"), local.http(""), NOTIFIER);
    shop = local.shop();
  }

  /** Two streams are enough for two people, and soon too few. */
  private static void startNotifier() {
    Path jar = Path.of("..", "notifier", "target", "notifier-exec.jar");
    notifier =
        JavaProcess.start(
            List.of("-jar", jar.toString()),
            Map.of(
                "SERVER_PORT", Integer.toString(NOTIFIER_PORT),
                "SPRING_KAFKA_BOOTSTRAP_SERVERS", local.bootstrapServers(),
                "NTH_DATA_DIR", folder.resolve("notifier").toString(),
                "NTH_NOTIFIER_MAX_STREAMS", "2"),
            folder.resolve("notifier.log"));
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable part : Arrays.asList(minji, jun, gateway, notifier, local)) {
      if (part != null) {
        part.close();
      }
    }
  }

  // O-23, O-35, O-37, O-76
  @Test
  void notifierIsKilledInTheRace_andEachSeesTheTruth_andOnlyTheirOwn() throws IOException {
    EventId event = shop.defined("opening", "{\"targets\":[200],\"count\":\"live\"}");
    shop.rush(event, People.crowd(198));
    for (Browser page : List.of(minji, jun)) {
      page.visit(at(event)).await("connection", "state", "live");
      page.await("mine", "status", "none");
      page.await("count", "value", "198");
    }

    notifier.kill9();
    minji.await("connection", "state", "reconnecting");
    for (Browser page : List.of(minji, jun)) {
      page.click("enter");
      await().atMost(Shop.LIMIT).until(() -> IN.contains(page.data("mine", "status")));
    }
    assertThat(minji.data("count", "value")).isEqualTo("198");
    startNotifier();

    minji.await("mine", "status", "numbered");
    jun.await("mine", "status", "won");
    for (Browser page : List.of(minji, jun)) {
      page.await("connection", "state", "ended");
      assertThat(page.data("state", "phase")).isEqualTo("closed");
      assertThat(page.data("count", "value")).isEqualTo("200");
      assertThat(page.text("winners")).contains("ju***");
      assertThat(page.seen("announced")).hasSize(1);
      assertThat(page.complaints()).isEmpty();
    }
    assertThat(minji.seen("announced").get(0)).contains("199").doesNotContain("won");
    assertThat(jun.seen("announced").get(0)).contains("won", "200");
    assertThat(minji.source()).doesNotContain(JUN).doesNotContain("You won");
    assertThat(jun.source()).doesNotContain(MINJI);
    shoot(jun);
    assertNobodyIsInAnAddress();
  }

  private static void shoot(Browser page) {
    page.size(390, 844);
    page.scheme("dark");
    page.reload().await("mine", "status", "won");
    assertThat(page.seen("announced")).isEmpty();
    page.screenshot("page-won.png");
    page.size(1280, 900);
    page.scheme("light");
  }

  private static void assertNobodyIsInAnAddress() throws IOException {
    String log = Files.readString(folder.resolve("nginx/access.log"));
    assertThat(minji.asked()).isNotEmpty();
    for (String person : List.of(MINJI, JUN)) {
      assertThat(minji.asked()).noneMatch(address -> address.contains(person));
      assertThat(jun.asked()).noneMatch(address -> address.contains(person));
      assertThat(log).contains("/stream").doesNotContain(person);
    }
  }

  @Test
  void noRoomForOneMore_pageSaysSo_andComesBackWhenThereIs() {
    EventId event = shop.defined("full", "{\"targets\":[10],\"count\":\"live\"}");
    EventId other = shop.defined("other", "{\"targets\":[10],\"count\":\"live\"}");
    Readiness.await(notifier, NOTIFIER);
    List.of(minji, jun).forEach(page -> page.visit(gateway.at("/")));
    await().atMost(Shop.LIMIT).until(() -> Streams.openAt(NOTIFIER) == 0);
    URI stream = gateway.at("/events/" + other + "/stream");
    List<Watcher> watchers = List.of(Watcher.open(stream), Watcher.open(stream));
    await().atMost(Shop.LIMIT).until(() -> watchers.stream().allMatch(Watcher::hasBegun));

    minji.visit(at(event)).await("connection", "state", "full");

    assertThat(minji.text("connection")).contains("Too many are watching");
    assertThat(minji.data("state", "phase")).isEqualTo("open");
    minji.click("enter");
    minji.await("mine", "status", "numbered");
    shop.close(other);
    watchers.forEach(Watcher::awaitEnd);
    minji.await("connection", "state", "live");
    minji.await("count", "value", "1");
  }

  private static URI at(EventId event) {
    return gateway.at("/?event=" + event);
  }
}
