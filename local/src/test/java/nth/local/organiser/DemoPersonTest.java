package nth.local.organiser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpCookie;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest.BaseBuilder;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

class DemoPersonTest {

  @Test
  void whoNamesNobody_isWhoTheCookieSays() {
    assertThat(users(asking("alice"))).containsExactly("alice");
    assertThat(users(asking("a.b_c:d@e|f+g=h~i-j"))).containsExactly("a.b_c:d@e|f+g=h~i-j");
  }

  @Test
  void whoIsNamed_isNobodyElse() {
    assertThat(users(asking("alice").header("X-User-Id", "bob"))).containsExactly("bob");
    assertThat(users(asking("alice").header("X-User-Id", "b", "c"))).containsExactly("b", "c");
    assertThat(users(asking("alice").header("Authorization", "Bearer t"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "ä", "\"alice\""})
  void whatIsNoName_saysNothing(String value) {
    assertThat(users(asking(value))).isEmpty();
  }

  @Test
  void twoCookies_orNone_sayNothing() {
    assertThat(users(MockServerHttpRequest.get("/"))).isEmpty();
    assertThat(users(asking("alice").cookie(new HttpCookie(DemoPerson.COOKIE, "bob")))).isEmpty();
  }

  private static BaseBuilder<?> asking(String value) {
    return MockServerHttpRequest.get("/").cookie(new HttpCookie(DemoPerson.COOKIE, value));
  }

  /** As the handler behind it sees them. */
  private static List<String> users(BaseBuilder<?> request) {
    AtomicReference<List<String>> seen = new AtomicReference<>();
    new DemoPerson()
        .filter(
            MockServerWebExchange.from(request),
            exchange ->
                Mono.fromRunnable(
                    () -> seen.set(exchange.getRequest().getHeaders().getOrEmpty("X-User-Id"))))
        .block();
    return seen.get();
  }
}
