package nth.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import nth.web.WebSettings.CorsSettings;
import nth.web.WebSettings.IdentityMode;
import nth.web.WebSettings.IdentitySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

class OriginCheckTest {

  private static final String LISTED = "https://listed.example";

  private final OriginCheck check = listing(LISTED);

  private static OriginCheck listing(String... origins) {
    var identity =
        new IdentitySettings(
            IdentityMode.HEADER, List.of(), ForwardedHeader.X_FORWARDED_FOR, Duration.ZERO);
    return new OriginCheck(new WebSettings(identity, new CorsSettings(List.of(origins))));
  }

  /** Two headers are written with " // " between them; "-" is none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tls | host              | origin                         | site        | answer
          no  | nth.example       | -                              | -           | passes
          no  | nth.example       | -                              | none        | passes
          no  | nth.example       | -                              | same-origin | passes
          no  | nth.example       | -                              | cross-site  | refused
          no  | nth.example       | -                              | Cross-Site  | refused
          no  | nth.example       | http://nth.example             | -           | passes
          no  | nth.example       | http://nth.example             | same-origin | passes
          no  | nth.example       | https://nth.example            | -           | passes
          no  | NTH.example       | https://nth.example            | -           | passes
          no  | nth.example:443   | https://nth.example            | -           | passes
          no  | nth.example       | http://nth.example:80          | -           | passes
          no  | nth.example:8081  | http://nth.example:8081        | -           | passes
          no  | [2001:db8::1]:81  | http://[2001:db8::1]:81        | -           | passes
          no  | a_b:8081          | http://a_b:8081                | -           | passes
          no  | nth.example       | http://nth.example             | cross-site  | refused
          no  | nth.example       | http://nth.example:443         | -           | refused
          no  | nth.example:8081  | http://nth.example             | -           | refused
          no  | nth.example       | http://nth.example:8081        | -           | refused
          no  | nth.example       | http://shop.nth.example        | same-site   | refused
          no  | nth.example       | http://nth.example.evil        | -           | refused
          no  | nth.example       | http://evil-nth.example        | -           | refused
          no  | nth.example       | http://evil@nth.example        | -           | refused
          no  | nth.example       | http://nth.example/            | -           | refused
          no  | nth.example       | ftp://nth.example              | -           | refused
          no  | nth.example       | nth.example                    | -           | refused
          no  | nth.example       | null                           | -           | refused
          no  | nth.example       | ''                             | -           | refused
          no  | nth.example       | http://nth.example // http://nth.example | - | refused
          no  | nth.example // nth.example | http://nth.example    | -           | refused
          no  | -                 | http://nth.example             | -           | refused
          no  | ''                | http://                        | -           | refused
          yes | nth.example       | https://nth.example            | -           | passes
          yes | nth.example       | http://nth.example             | -           | refused
          no  | nth.example       | https://listed.example         | -           | passes
          no  | nth.example       | https://listed.example         | cross-site  | passes
          no  | nth.example       | http://listed.example          | -           | refused
          no  | nth.example       | https://listed.example:8443    | -           | refused
          no  | nth.example       | https://listed.example // https://evil.example | - | refused
          """,
      useHeadersInDisplayName = true)
  void onlyPagesOfOurOwnAndOfListedOrigins_mayAct(
      String tls, String host, String origin, String site, String answer) {
    var request = MockServerHttpRequest.post("/events/event/entries");
    give(request, "Host", host);
    give(request, "Origin", origin);
    give(request, "Sec-Fetch-Site", site);
    if (tls.equals("yes")) {
      request.sslInfo(SslInfo.from("session"));
    }
    var exchange = MockServerWebExchange.from(request);

    assertThat(answer(exchange)).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
  void whatOnlyReads_isNotTheirBusiness(String method) {
    var request =
        MockServerHttpRequest.method(HttpMethod.valueOf(method), "/events/event")
            .header("Origin", "https://evil.example")
            .header("Sec-Fetch-Site", "cross-site");
    assertThat(answer(MockServerWebExchange.from(request))).isEqualTo("passes");
  }

  @Test
  void withoutAnyListed_ourOwnStillPasses() {
    var request =
        MockServerHttpRequest.put("/events/event")
            .header("Host", "nth.example")
            .header("Origin", "https://nth.example");
    assertThat(listing().passes(request.build())).isTrue();
  }

  private String answer(MockServerWebExchange exchange) {
    AtomicBoolean passed = new AtomicBoolean();
    Problem problem =
        catchThrowableOfType(
            Problem.class,
            () ->
                check.filter(exchange, next -> Mono.fromRunnable(() -> passed.set(true))).block());
    assertThat(passed.get()).isEqualTo(problem == null);
    if (problem == null) {
      return "passes";
    }
    assertThat(problem.code()).isEqualTo(ProblemCode.ORIGIN_REFUSED);
    assertThat(problem.getBody().toString()).doesNotContain("evil");
    return "refused";
  }

  private static void give(MockServerHttpRequest.BodyBuilder request, String name, String values) {
    if (!values.equals("-")) {
      for (String value : values.split(" // ")) {
        request.header(name, value);
      }
    }
  }
}
