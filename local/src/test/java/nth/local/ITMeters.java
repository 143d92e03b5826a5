package nth.local;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What all parts together measure, and whether dashboard, alerts and documents speak of just that.
 * With Redis and webhooks, so that no meter is missing.
 */
class ITMeters {

  /** What Prometheus makes by itself. */
  private static final Set<String> PROMETHEUS = Set.of("up", "ALERTS");

  private static final Set<String> TARGET = Set.of("job", "instance");
  private static final Set<String> OF_ALERTS = Set.of("alertname", "severity");

  /** Of Spring; the others do not hang on requests. */
  private static final Set<String> BY_REQUEST = Set.of("http_", "spring_", "logback_", "hikaricp_");

  /** How a request ended, of which there are few; a busy machine may show another one. */
  private static final Set<String> OF_AN_ANSWER = Set.of("status", "outcome", "exception", "error");

  /** Meter, unit, labels, what it says, what is normal. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z_]+)` \\|[^|]*\\|([^|]*)\\|[^|]*\\|[^|]*\\|$");

  private static final String NONSENSE = "xyzzy";

  @TempDir static Path folder;
  private static final RedisServer REDIS = new RedisServer();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static LocalProcess local;
  private static Shop shop;

  @BeforeAll
  static void start() throws Exception {
    REDIS.start();
    local = new LocalProcess(folder.resolve("data"));
    local.start(
        "--nth.admin.token=" + LocalProcess.ADMIN_TOKEN,
        "--nth.rate-limit.network.burst=100000",
        "--nth.rate-limit.store=redis",
        "--spring.data.redis.port=" + REDIS.port(),
        "--nth.webhook.url=http://127.0.0.1:" + FreePort.any() + "/nobody",
        "--nth.webhook.secrets=whsec_YSBzZWNyZXQgb2YgYSB0ZXN0IG9ubHkgMDEyMzQ1");
    local.awaitReady();
    shop = local.shop();
    // Every route has been answered then, that of the scrape too.
    traffic();
    scrape();
    traffic();
  }

  @AfterAll
  static void stop() throws Exception {
    local.close();
    REDIS.close();
  }

  @Test
  void moreTraffic_addsNoSeries_andNoIdShowsUp() throws Exception {
    Scrape before = scrape();

    List<String> ids = new ArrayList<>(traffic());
    ids.addAll(traffic());
    ids.addAll(traffic());

    Scrape after = scrape();
    assertThat(after.lines("nth_")).isEqualTo(before.lines("nth_"));
    assertThat(after.series(BY_REQUEST, OF_AN_ANSWER))
        .isEqualTo(before.series(BY_REQUEST, OF_AN_ANSWER));
    assertThat(ids).isNotEmpty().noneMatch(after.text()::contains);
  }

  @Test
  void everyQuery_asksForWhatIsMeasured() throws Exception {
    Scrape scrape = scrape();

    for (String text : queries()) {
      Query query = new Query(text);
      assertThat(query.selectors()).as(text).isNotEmpty();
      Set<String> known = new TreeSet<>(TARGET);
      for (Query.Selector selector : query.selectors()) {
        known.addAll(labels(selector, scrape, text));
      }
      assertThat(known).as(text).containsAll(query.groupedBy());
    }
  }

  /** By name, and by every label it is asked for; what it may have. */
  private static Set<String> labels(Query.Selector selector, Scrape scrape, String query) {
    if (PROMETHEUS.contains(selector.metric())) {
      return OF_ALERTS;
    }
    List<Scrape.Series> series = scrape.series(selector.metric());
    assertThat(series).as(selector.metric() + " in " + query).isNotEmpty();
    for (Query.Matching matching : selector.matchings()) {
      assertThat(series).as(matching + " in " + query).anyMatch(matching::fits);
      assertThat(series)
          .as(matching.label() + " in " + query)
          .anyMatch(one -> one.labels().containsKey(matching.label()));
    }
    return series.get(0).labels().keySet();
  }

  @Test
  void prometheus_findsAnAnswerToEveryQuery() throws Exception {
    try (PrometheusServer prometheus = new PrometheusServer(folder, local.http("/"))) {
      List<String> queries =
          Watching.dashboard().stream().filter(query -> !query.contains("ALERTS")).toList();
      List<String> unanswered = new ArrayList<>(queries);
      await()
          .atMost(Shop.LIMIT)
          .untilAsserted(
              () -> {
                traffic();
                unanswered.removeIf(query -> answered(prometheus, query));
                assertThat(unanswered).isEmpty();
              });
      assertRulesAreEvaluated(prometheus);
    }
  }

  private static boolean answered(PrometheusServer prometheus, String query) {
    try {
      return !prometheus.ask(query).isEmpty();
    } catch (IOException e) {
      throw new AssertionError(query, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void assertRulesAreEvaluated(PrometheusServer prometheus) throws Exception {
    List<String> names = new ArrayList<>();
    for (JsonNode group : prometheus.groups()) {
      for (JsonNode rule : group.path("rules")) {
        assertThat(rule.path("health").asString()).as(rule.toString()).isEqualTo("ok");
        names.add(rule.path("name").asString());
      }
    }
    assertThat(names)
        .containsExactlyInAnyOrderElementsOf(
            Watching.alerts().stream().map(Watching.Alert::name).toList());
  }

  /** docs/metrics.md says what each is, and of no other. */
  @Test
  void everyMeterOfNth_isDocumented_withItsLabels() throws Exception {
    Map<String, Set<String>> documented = new TreeMap<>();
    ROW.matcher(Files.readString(Path.of("..", "docs", "metrics.md")))
        .results()
        .filter(row -> row.group(1).startsWith("nth_"))
        .forEach(row -> documented.put(row.group(1), words(row.group(2))));

    assertThat(scrape().meters("nth_")).isEqualTo(documented);
  }

  private static Set<String> words(String list) {
    return Arrays.stream(list.split(",\\s*"))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .collect(toCollection(TreeSet::new));
  }

  private static List<String> queries() {
    return Stream.concat(
            Watching.dashboard().stream(),
            Watching.alerts().stream().map(Watching.Alert::expression))
        .toList();
  }

  private static Scrape scrape() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(local.http("/actuator/prometheus")).build();
    return new Scrape(HTTP.send(request, BodyHandlers.ofString()).body());
  }

  /**
   * Events, people, paths and keys that never were before, each in every way that is answered.
   *
   * @return what must not be found in what is measured
   */
  private static List<String> traffic() throws Exception {
    String mark = NONSENSE + UUID.randomUUID().toString().substring(0, 8);
    EventId event = shop.defined(mark, "{\"targets\":[1,3]}");
    List<UserId> people = IntStream.range(0, 20).mapToObj(i -> new UserId(mark + "-" + i)).toList();
    people.subList(0, 3).forEach(person -> shop.enter(event, person, "Prefer", "wait=10"));
    shop.closed(event);
    shop.rush(event, people, "Idempotency-Key", mark);
    // More than a person may.
    people
        .subList(0, 1)
        .forEach(person -> IntStream.range(0, 9).forEach(i -> shop.enter(event, person)));
    shop.enter(Shop.newEvent(mark), people.get(5));
    shop.enter(event, people.get(1), "X-User-Id", mark + "!");
    shop.decided(event, people.get(0));
    ask("GET", "/events/" + event + "/stream");
    nonsense(mark);
    return Stream.concat(Stream.of(mark, event.value()), people.stream().map(UserId::value))
        .toList();
  }

  private static void nonsense(String mark) throws Exception {
    for (String path : List.of("", "events/", "events/" + mark + "/", "actuator/", "assets/")) {
      ask("GET", "/" + path + mark);
      ask("POST", "/" + path + mark + "?" + mark + "=1");
      ask(mark.toUpperCase(Locale.ROOT), "/" + path + mark);
    }
    ask("GET", "/" + mark + "/" + "x".repeat(5_000));
  }

  private static void ask(String method, String path) throws Exception {
    HTTP.send(
        HttpRequest.newBuilder(local.http(path)).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.discarding());
  }
}
