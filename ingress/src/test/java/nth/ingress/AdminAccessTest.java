package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import nth.ingress.RateLimitSettings.Network;
import nth.ingress.RateLimitSettings.Store;
import nth.web.ClientNetworks;
import nth.web.ForwardedHeader;
import nth.web.Problem;
import nth.web.TrustedProxies;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

class AdminAccessTest {

  private final ManualClock clock = new ManualClock();

  /** Two headers are written with " // " between them; "-" is none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          token  | authorization                  | answer
          secret | Bearer secret                  | passes
          secret | bearer secret                  | passes
          secret | Bearer Secret                  | admin_required
          secret | Bearer secret2                 | admin_required
          secret | Bearer                         | admin_required
          secret | Basic secret                   | admin_required
          secret | secret                         | admin_required
          secret | -                              | admin_required
          secret | Bearer secret // Bearer secret | admin_required
          -      | Bearer secret                  | admin_disabled
          -      | -                              | admin_disabled
          ''     | Bearer                         | admin_disabled
          """,
      useHeadersInDisplayName = true)
  void onlyTheToken_opens(String token, String authorization, String answer) {
    var request = MockServerHttpRequest.put("/events/opening");
    if (!authorization.equals("-")) {
      for (String value : authorization.split(" // ")) {
        request.header("Authorization", value);
      }
    }
    var exchange = MockServerWebExchange.from(request);
    var access = access(token.equals("-") ? null : token);

    Problem problem = catchThrowableOfType(Problem.class, () -> access.check(exchange).block());

    assertThat(problem == null ? "passes" : problem.code().wire()).isEqualTo(answer);
    if (answer.equals("admin_required")) {
      assertThat(problem.getHeaders().getFirst("WWW-Authenticate")).startsWith("Bearer");
    }
  }

  /** Guessing is slow: once the wrong ones are used up, even the right one is not looked at. */
  @Test
  void whoeverIsWrongTooOften_hasToWait_andOthersHaveNot() {
    AdminAccess access = access("secret");
    for (int i = 0; i < 5; i++) {
      assertThat(answer(access, "192.0.2.1", "Bearer wrong" + i)).isEqualTo("admin_required");
    }
    assertThat(answer(access, "192.0.2.1", "Bearer secret")).isEqualTo("rate_limited");
    assertThat(answer(access, "192.0.2.1", "Bearer wrong")).isEqualTo("rate_limited");
    assertThat(answer(access, "192.0.2.2", "Bearer secret")).isEqualTo("passes");

    clock.pass(Duration.ofSeconds(1));
    assertThat(answer(access, "192.0.2.1", "Bearer secret")).isEqualTo("passes");
  }

  @Test
  void whoeverIsRight_isNeverHeldUp() {
    AdminAccess access = access("secret");
    for (int i = 0; i < 100; i++) {
      assertThat(answer(access, "192.0.2.1", "Bearer secret")).isEqualTo("passes");
    }
  }

  @Test
  void whoeverBringsNoToken_guessesNothing() {
    AdminAccess access = access("secret");
    for (int i = 0; i < 100; i++) {
      assertThat(answer(access, "192.0.2.1")).isEqualTo("admin_required");
    }
    assertThat(answer(access, "192.0.2.1", "Bearer secret")).isEqualTo("passes");
  }

  private static String answer(AdminAccess access, String peer, String... authorization) {
    var exchange =
        MockServerWebExchange.from(
            MockServerHttpRequest.put("/events/opening")
                .remoteAddress(new InetSocketAddress(peer, 50_000))
                .header("Authorization", authorization));
    Problem problem = catchThrowableOfType(Problem.class, () -> access.check(exchange).block());
    return problem == null ? "passes" : problem.code().wire();
  }

  private AdminAccess access(@Nullable String token) {
    var settings = new AdminSettings(token, "nth-admin", List.of("roles"));
    var limits =
        new RateLimitSettings(5, 2, new Network(1, 1, 64), Store.MEMORY, Duration.ofMillis(200));
    var clients =
        new ClientNetworks(new TrustedProxies(List.of()), ForwardedHeader.X_FORWARDED_FOR);
    return new AdminAccess(
        settings,
        null,
        new RateLimit(
            limits,
            clients,
            kind -> new LocalBuckets(kind, clock, Runnable::run),
            new SimpleMeterRegistry()));
  }
}
