package nth.local.organiser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest.BaseBuilder;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

class SameMachineTest {

  /** "-" is no header; two of one name are written with " // " between them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      useHeadersInDisplayName = true,
      textBlock =
          """
          peer        | host                     | origin                  | site        | answer
          127.0.0.1   | 127.0.0.1:8080           | -                       | -           | passes
          127.0.0.1   | localhost:8080           | http://localhost:8080   | same-origin | passes
          127.0.0.1   | LOCALHOST:8080           | http://localhost:8080   | Same-Origin | passes
          127.0.0.1   | localhost                | http://localhost        | -           | passes
          127.0.0.1   | 127.0.0.1:8080           | -                       | none        | passes
          ::1         | [::1]:8080               | http://[::1]:8080       | -           | passes
          127.0.0.1   | 127.0.0.1:8080           | http://127.0.0.1:3000   | same-site   | refused
          127.0.0.1   | 127.0.0.1:8080           | http://127.0.0.1:3000   | -           | refused
          127.0.0.1   | 127.0.0.1:8080           | http://localhost:8080   | -           | refused
          127.0.0.1   | 127.0.0.1:8080           | -                       | same-site   | refused
          127.0.0.1   | 127.0.0.1:8080           | -                       | cross-site  | refused
          127.0.0.1   | 127.0.0.1:8080           | https://evil.example    | -           | refused
          127.0.0.1   | 127.0.0.1:8080           | null                    | -           | refused
          127.0.0.1   | evil.example:8080        | http://evil.example:8080 | same-origin | refused
          127.0.0.1   | evil.example:8080        | -                       | -           | refused
          127.0.0.1   | localhost.evil.example   | -                       | -           | refused
          127.0.0.1   | 127.0.0.1.evil.example   | -                       | -           | refused
          127.0.0.1   | -                        | -                       | -           | refused
          127.0.0.1   | localhost // localhost   | -                       | -           | refused
          192.0.2.7   | 127.0.0.1:8080           | -                       | -           | refused
          """)
  void cornerIsForWhoSitsHere(String peer, String host, String origin, String site, String answer) {
    var request = MockServerHttpRequest.post("/organiser/events").remoteAddress(at(peer));
    add(request, "Host", host);
    add(request, "Origin", origin);
    add(request, "Sec-Fetch-Site", site);

    assertThat(answered(request)).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Forwarded",
        "X-Forwarded-For",
        "x-forwarded-proto",
        "X-Forwarded-Host",
        "X-Real-IP",
        "Via"
      })
  void whoComesThroughAProxy_isNotHere(String header) {
    var request =
        MockServerHttpRequest.get("/organiser")
            .remoteAddress(at("127.0.0.1"))
            .header("Host", "localhost:8080")
            .header(header, "for=192.0.2.7");

    assertThat(answered(request)).isEqualTo("refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/events/organiser", "/organisers"})
  void elsewhere_everybodyPasses(String path) {
    var request = MockServerHttpRequest.get(path).remoteAddress(at("192.0.2.7"));

    assertThat(answered(request)).isEqualTo("passes");
  }

  @Test
  void cornerBelowAnotherPath_isGuardedAsWell() {
    var request =
        MockServerHttpRequest.get("/nth/organiser")
            .contextPath("/nth")
            .remoteAddress(at("192.0.2.7"));

    assertThat(answered(request)).isEqualTo("refused");
  }

  private static String answered(BaseBuilder<?> request) {
    AtomicBoolean passed = new AtomicBoolean();
    Mono<Void> answer =
        new SameMachine(asked -> false)
            .filter(
                MockServerWebExchange.from(request),
                exchange -> Mono.fromRunnable(() -> passed.set(true)));
    Problem problem = catchThrowableOfType(Problem.class, answer::block);
    assertThat(passed.get()).isEqualTo(problem == null);
    if (problem != null) {
      assertThat(problem.code()).isEqualTo(ProblemCode.ORIGIN_REFUSED);
    }
    return passed.get() ? "passes" : "refused";
  }

  private static InetSocketAddress at(String address) {
    return new InetSocketAddress(address, 50_000);
  }

  private static void add(BaseBuilder<?> request, String name, String values) {
    if (!values.equals("-")) {
      request.header(name, values.split(" // "));
    }
  }
}
