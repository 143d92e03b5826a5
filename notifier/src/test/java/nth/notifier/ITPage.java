package nth.notifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import nth.notifier.Instance.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page and its files, as a browser gets them. */
class ITPage {

  private static final Pattern FILE = Pattern.compile("(?:href|src)=\"(/page/[^\"]+)\"");
  private static final Pattern MODULE = Pattern.compile("(?:from |import\\()'\\./([\\w.-]+)'");

  private static ResultLog log;
  private static Instance instance;

  @BeforeAll
  static void start() {
    log = new ResultLog(1);
    instance = Instance.ready(log, Instance.freshFolder());
  }

  @AfterAll
  static void stop() {
    instance.close();
    log.close();
  }

  @Test
  void page_isKept_andAskedForEachTime() {
    Answer page = instance.get("/");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
    Answer same = instance.get("/?event=e", "If-None-Match", page.header("ETag"));
    assertThat(same.status()).isEqualTo(304);
    assertThat(same.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(same.whole().body()).isEmpty();
  }

  @Test
  void files_areKeptForEver() {
    assertThat(files()).hasSizeGreaterThan(10);
    for (String path : files()) {
      Answer file = instance.get(path);
      assertThat(file.status()).as(path).isEqualTo(200);
      assertThat(file.header("Cache-Control"))
          .as(path)
          .isEqualTo("max-age=31536000, public, immutable");
    }
  }

  // While versions follow each other, a page asks either for the files of its own.
  @Test
  void filesOfAnotherVersion_areThoseOfThisOne_andNobodyKeepsThem() {
    Answer other = instance.get("/page/0000000000000000/main.js");

    assertThat(other.status()).isEqualTo(200);
    assertThat(other.header("Cache-Control")).isEqualTo("no-store");
    assertThat(other.header("Content-Type")).isEqualTo("text/javascript;charset=UTF-8");
    assertThat(other.whole().body()).isEqualTo(instance.get(folder() + "main.js").whole().body());
  }

  @ParameterizedTest
  @CsvSource({
    "page.css, text/css;charset=UTF-8",
    "main.js, text/javascript;charset=UTF-8",
    "chart.umd.min.js, text/javascript;charset=UTF-8",
    "words.ko.json, application/json",
    "icon.svg, image/svg+xml"
  })
  void files_haveTheirType(String name, String type) {
    assertThat(instance.get(folder() + name).header("Content-Type")).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "main.js"})
  void everything_isUnderTheStrictPolicy(String path) {
    Answer answer = instance.get(path.equals("/") ? path : folder() + path);

    assertThat(answer.header("Content-Security-Policy"))
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "http:", "https:", "*", "data:");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "page.css", "chart.umd.min.js"})
  void head_saysTheSame_withoutABody(String name) {
    String path = name.equals("/") ? name : folder() + name;
    Answer head = instance.call("HEAD", path);

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.whole().body()).isEmpty();
    for (String header : Set.of("Content-Type", "Content-Length", "Cache-Control", "ETag")) {
      assertThat(head.header(header)).as(header).isEqualTo(instance.get(path).header(header));
    }
  }

  @Test
  void files_areCompressed_whereThatIsTaken() throws Exception {
    String path = folder() + "chart.umd.min.js";
    URI uri = URI.create("http://127.0.0.1:" + instance.port() + path);
    HttpRequest request = HttpRequest.newBuilder(uri).header("Accept-Encoding", "br, gzip").build();

    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());

    assertThat(answer.headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(answer.headers().firstValue("Vary")).hasValue("Accept-Encoding");
    assertThat(answer.body()).hasSizeLessThan(100_000);
    assertThat(unzipped(answer.body())).isEqualTo(instance.get(path).whole().body());
  }

  private static String unzipped(byte[] bytes) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page",
        "/page/",
        "/index.html",
        "/page/index.html",
        "/page/main.js",
        "/page/0000000000000000/index.html",
        "/page/elsewhere/main.js",
        "/main.js",
        "/favicon.ico",
        "/webjars/chart.js/4.5.1/dist/chart.umd.min.js",
        "/webjars/chart.js/dist/chart.umd.min.js"
      })
  void whatIsNoFileOfThePage_isNotFound(String path) {
    Answer answer = instance.get(path);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("not_found");
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown.js", "index.html", "chart.js", "LICENSE.md"})
  void unknownFile_isNotFound(String name) {
    assertThat(instance.get(folder() + name).code()).isEqualTo("not_found");
  }

  @Test
  void otherMethods_areNotAllowed_andOtherTypesNotToBeHad() {
    assertThat(instance.call("POST", "/").code()).isEqualTo("method_not_allowed");
    assertThat(instance.get("/", "Accept", "application/json").code()).isEqualTo("not_acceptable");
  }

  /** What the page names, and what those files import. */
  private static Set<String> files() {
    Set<String> named =
        FILE.matcher(instance.get("/").whole().body())
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    int before;
    do {
      before = named.size();
      Set.copyOf(named).stream()
          .filter(path -> path.endsWith(".js") && !path.contains("chart.umd"))
          .flatMap(path -> MODULE.matcher(instance.get(path).whole().body()).results())
          .map((MatchResult found) -> folder() + found.group(1))
          .forEach(named::add);
    } while (named.size() > before);
    return named;
  }

  private static String folder() {
    String first =
        FILE.matcher(instance.get("/").whole().body()).results().toList().get(0).group(1);
    return first.substring(0, first.lastIndexOf('/') + 1);
  }
}
