package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import nth.contract.EventId;
import nth.contract.UserId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/**
 * The live page of a laptop with its organiser's corner, in a real browser. With {@code
 * -Dnth.page.screenshots=FOLDER} it leaves a picture of a running race there, with {@code
 * -Dnth.page.target=N} the race runs to another number than 400.
 */
class ITLivePage {

  private static final String PERSON = "minji-of-the-page";
  private static final Pattern HANGUL = Pattern.compile("[가-힣]");
  private static final int TABS = 8;
  private static final int TARGET = Integer.getInteger("nth.page.target", 400);

  @TempDir static Path folder;
  private static LocalProcess local;
  private static Browser page;
  private static Shop shop;
  private static String window;

  @BeforeAll
  static void start() {
    local = new LocalProcess(folder.resolve("data"));
    local.start("--nth.admin.token=" + LocalProcess.ADMIN_TOKEN);
    page = new Browser(folder.resolve("profile"));
    local.awaitReady();
    shop = local.shop();
    window = page.window();
  }

  @AfterAll
  static void stop() throws Exception {
    if (page != null) {
      page.close();
    }
    local.close();
  }

  @BeforeEach
  void bePersonAtADesk() {
    page.block();
    page.closeAllBut(window);
    page.size(1280, 900);
    page.scheme("light");
    page.cookie("nth-demo-person", PERSON);
    page.visit(local.http("/"));
  }

  // O-37
  @AfterEach
  void noAddressNamesAPerson_andNothingBroke() {
    assertThat(page.complaints()).isEmpty();
    assertThat(page.asked())
        .isNotEmpty()
        .noneMatch(address -> address.contains(PERSON) || address.contains("token"));
  }

  @Test
  void organiserDefines_aCrowdRushes_andTheCounterRunsToTheTarget() {
    EventId event = Shop.newEvent("opening");
    page.fill("define-event", event.value());
    page.fill("define-targets", Integer.toString(TARGET));
    page.click("define");
    page.await("state", "phase", "open");
    assertThat(page.address()).endsWith("/?event=" + event);

    page.fill("rush-people", Integer.toString(TARGET + TARGET / 4));
    page.fill("rush-seconds", "5");
    page.click("rush-start");
    await().atMost(Shop.LIMIT).until(() -> count() > TARGET / 2);
    page.size(1280, 960);
    page.run("scrollTo(0, 0)");
    page.screenshot("page.png");
    page.await("state", "phase", "closed");

    assertThat(page.data("count", "value")).isEqualTo(Integer.toString(TARGET));
    List<Integer> counts = page.seen("count").stream().map(Integer::valueOf).toList();
    assertThat(counts).isSorted().hasSizeGreaterThan(3).endsWith(TARGET);
    page.await("connection", "state", "ended");
    assertThat(page.text("winners")).contains("***");
    page.await("rush", "running", "false");
    page.click("audit-load");
    await()
        .atMost(Shop.LIMIT)
        .until(() -> page.text("audit").contains("promotion-winner:" + event + ":" + TARGET));
  }

  @Test
  void keyboardAlone_leadsToANumber() {
    EventId event = shop.defined("keys", "{\"targets\":[1],\"count\":\"live\"}");
    page.tabTo("event");
    page.press(event.value(), Keys.ENTER);
    page.await("mine", "status", "none");

    page.press(Keys.TAB);
    page.press(Keys.ENTER); // The link over everything else.
    assertThat(page.focused()).isEqualTo("entry");
    page.tabTo("enter");
    assertThat(page.run("return getComputedStyle(document.activeElement).outlineStyle"))
        .isNotEqualTo("none");
    page.press(Keys.ENTER);

    page.await("mine", "status", "won");
    assertThat(page.data("mine", "seq")).isEqualTo("1");
    assertThat(shop.decided(event, new UserId(PERSON)).number("seq")).isEqualTo(1);
    assertThat(page.seen("announced")).hasSize(1);
    page.reload().await("mine", "status", "won");
    assertThat(page.seen("announced")).isEmpty();
  }

  // Whoever presses in the moment of the closing hears one thing, whatever is learnt in which
  // order.
  @Test
  void latePress_isAnnouncedOnce_alsoWhereTheChartDoesNotLoad() {
    EventId event = shop.defined("late", "{\"targets\":[9],\"count\":\"live\"}");
    page.block("*/events/" + event + "/stream", "*/chart.umd.min.js");
    page.visit(at(event)).await("mine", "status", "none");
    page.await("state", "phase", "open");
    assertThat(page.run("return window.Chart")).isNull();
    shop.close(event);
    page.click("enter");
    page.await("mine", "status", "refused");
    page.block();
    page.run("dispatchEvent(new Event('online'))");
    page.await("connection", "state", "ended");
    long asked = questions();
    page.run("document.dispatchEvent(new Event('visibilitychange'))");
    await().atMost(Shop.LIMIT).until(() -> questions() > asked);

    assertThat(page.data("mine", "status")).isIn("refused", "missed");
    assertThat(page.seen("announced")).hasSize(1);
  }

  /** How often this page has heard how its person stands. */
  private static long questions() {
    return (Long)
        page.run(
            """
            return performance.getEntriesByType('resource')
              .filter(({ name }) => new URL(name).pathname.endsWith('/entries/me')).length
            """);
  }

  // A press was under way as the page was left; by now somebody else may have signed in.
  @Test
  void whatWasUnderWay_isAskedAbout_andNotSentAgain() {
    EventId event = shop.defined("left", "{\"targets\":[9],\"count\":\"live\"}");
    String others = shop.enter(event, new UserId("other"), "Prefer", "wait=10").text("position");
    page.visit(at(event)).await("mine", "status", "none");

    reloadWithPending(event, "{\"key\":\"left\",\"position\":\"" + others + "\"}");
    page.await("mine", "status", "none");
    reloadWithPending(event, "{\"key\":\"left\"}");
    page.await("mine", "status", "none");
    assertThat(shop.state(event).number("entries")).isEqualTo(1);

    shop.enter(event, new UserId(PERSON));
    page.await("mine", "status", "numbered");
    assertThat(page.data("mine", "seq")).isEqualTo("2");
  }

  private static void reloadWithPending(EventId event, String pending) {
    String name = "nth.entry." + event + "." + PERSON;
    page.run("sessionStorage.setItem(arguments[0], arguments[1])", name, pending);
    page.reload();
  }

  @Test
  void somebodyElseIsNamed_andNoWindowShowsWhatWasWon() {
    EventId event = shop.defined("desk", "{\"targets\":[1],\"count\":\"live\"}");
    page.visit(at(event)).await("mine", "status", "none");
    page.click("enter");
    page.await("mine", "status", "won");
    page.await("connection", "state", "ended");
    page.newWindow();
    page.visit(at(event)).await("mine", "status", "won");

    page.fill("who", "jun-of-the-page");
    page.click("who-set");

    page.await("mine", "status", "missed");
    page.at(window).await("mine", "status", "missed");
    assertThat(page.run("return document.getElementById('announcer').textContent")).isEqualTo("");
  }

  @Test
  void scriptsOfTheReadme_hearBothStreams() throws Exception {
    EventId event = shop.defined("scripts", "{\"targets\":[9],\"count\":\"live\"}");
    String script = Files.readString(Path.of("..", "docs", "watch.js"));
    page.run(
        script
            + """
            window.heard = [];
            watch(arguments[0], (state) => heard.push(state.phase));
            listen(arguments[0], {}, (decision) => heard.push(decision.status));
            """,
        event.value());
    awaitHeard("open");
    awaitHeard("none");

    shop.enter(event, new UserId(PERSON));
    awaitHeard("decided");
    shop.close(event);
    awaitHeard("closed");
  }

  private static void awaitHeard(String word) {
    await()
        .atMost(Shop.LIMIT)
        .until(() -> page.run("return heard.includes(arguments[0])", word), Boolean.TRUE::equals);
  }

  @Test
  void backOff_isSpread_growsAndEnds() {
    Object waits =
        page.run(
            """
            const files = document.querySelector('script[type=module]').src;
            return import(new URL('backoff.js', files)).then(({ backoff }) =>
              [0, 1, 2, 3, 9].map((attempt) =>
                [0, 1].map((random) => backoff(attempt, () => random)).join('-')).join(' '));
            """);
    assertThat(waits).isEqualTo("1000-6000 6000-12000 12000-24000 15000-30000 15000-30000");
  }

  @Test
  void memory_isKeptWithoutAStorage_andWhatWasSeenStaysSmall() {
    Object kept =
        page.run(
            """
            const files = document.querySelector('script[type=module]').src;
            return Promise.all(['storage.js', 'seen.js'].map((name) => import(new URL(name, files))))
              .then(([{ ofTab }, { Seen }]) => {
                const { setItem } = Storage.prototype;
                ofTab.set('kept', 'before');
                Storage.prototype.setItem = () => { throw new Error('full'); };
                ofTab.set('kept', 'after');
                Storage.prototype.setItem = setItem;
                const seen = new Seen();
                for (let i = 1; i <= 2_000; i++) {
                  seen.lookAway();
                  seen.add(i, i);
                }
                return `${ofTab.get('kept')} ${seen.points.length <= 400} ${seen.hasGap()}`;
              });
            """);
    assertThat(kept).isEqualTo("after true true");
  }

  // O-34: a browser opens six connections to one origin, and each of these pages wants a stream.
  @Test
  void eightTabs_allLoad_andShowTheState_orSayWhyNot() {
    List<EventId> events = new ArrayList<>();
    for (int i = 0; i < TABS; i++) {
      events.add(shop.defined("tab", "{\"targets\":[10],\"count\":\"live\"}"));
    }
    List<String> tabs = tabs(events);
    for (int i = 0; i < TABS; i++) {
      shop.enter(events.get(i), new UserId("somebody"), "Prefer", "wait=10");
    }

    TreeSet<String> states = new TreeSet<>();
    for (String tab : tabs) {
      page.at(tab).await("state", "phase", "open");
      await()
          .atMost(Shop.LIMIT)
          .until(
              () ->
                  page.data("connection", "state").equals("waiting")
                      || (page.data("connection", "state").equals("live")
                          && page.data("count", "value").equals("1")));
      states.add(page.data("connection", "state"));
    }
    assertThat(states).containsExactly("live", "waiting");
  }

  // O-34
  @Test
  void eightTabsOfOneEvent_shareOneStream() {
    EventId event = shop.defined("shared", "{\"targets\":[10],\"count\":\"live\"}");
    List<String> tabs = tabs(Collections.nCopies(TABS, event));

    shop.enter(event, new UserId("somebody"), "Prefer", "wait=10");

    for (String tab : tabs) {
      page.at(tab).await("count", "value", "1");
      page.await("connection", "state", "live");
    }
    await().atMost(Shop.LIMIT).until(() -> Streams.openAt(local.http("/")) == 1);
  }

  private List<String> tabs(List<EventId> events) {
    return events.stream()
        .map(
            event -> {
              String window = page.newWindow();
              page.visit(at(event));
              return window;
            })
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"light, 1280, en", "dark,  1280, ko", "light,  360, ko", "dark,   360, en"})
  void axe_findsNothingSerious_andNothingHangsOverTheEdge(
      String scheme, int width, String language) {
    EventId event = shop.defined("axe", "{\"targets\":[1,1000]}");
    page.scheme(scheme);
    page.size(width, 800);
    page.languages(language);

    page.visit(local.http("/"));
    assertSound("chooser");
    page.visit(at(event)).await("mine", "status", "none");
    page.await("connection", "state", "live");
    assertSound("open");
    page.click("enter");
    page.await("mine", "status", "won");
    assertSound("won");
    shop.close(event);
    page.await("state", "phase", "closed");
    page.click("audit-load");
    await().atMost(Shop.LIMIT).until(() -> page.text("audit").contains("promotion-winner"));
    assertSound("closed");
    page.languages("en");
  }

  private void assertSound(String moment) {
    assertThat(page.violations()).as(moment).isEmpty();
    assertThat(page.run("return document.documentElement.scrollWidth <= innerWidth"))
        .as("%s: no wider than the screen", moment)
        .isEqualTo(true);
  }

  @Test
  void page_speaksKorean_ifAskedOrChosen() {
    EventId event = shop.defined("korean", "{\"targets\":[10]}");
    page.languages("ko-KR");
    page.visit(at(event)).await("mine", "status", "none");
    page.languages("en");

    assertThat(page.run("return document.documentElement.lang")).isEqualTo("ko");
    assertThat(words()).isNotEmpty().allMatch(text -> HANGUL.matcher(text).find());

    page.visit(at(event)).await("mine", "status", "none");
    assertThat(words()).noneMatch(text -> HANGUL.matcher(text).find());
    page.click("language");
    await().atMost(Shop.LIMIT).until(() -> HANGUL.matcher(page.text("state")).find());
    page.reload().await("mine", "status", "none");
    assertThat(page.run("return document.documentElement.lang")).isEqualTo("ko");
    page.run("localStorage.clear()");
  }

  private static int count() {
    return Integer.parseInt(page.data("count", "value"));
  }

  /** All that is written on the page in words. */
  private static List<String> words() {
    Object all =
        page.run(
            """
            return [...document.querySelectorAll('[data-words], .verdict, .phase, .text, #target')]
              .filter((element) => element.checkVisibility())
              .map((element) => element.textContent.trim()).filter(Boolean)
            """);
    return ((List<?>) all).stream().map(String::valueOf).toList();
  }

  private static URI at(EventId event) {
    return local.http("/?event=" + event);
  }
}
