package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import nth.web.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

class AdminAccessTest {

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
    var access = new AdminAccess(new AdminSettings(token.equals("-") ? null : token));

    Problem problem = catchThrowableOfType(Problem.class, () -> access.check(exchange).block());

    assertThat(problem == null ? "passes" : problem.code().wire()).isEqualTo(answer);
    if (answer.equals("admin_required")) {
      assertThat(problem.getHeaders().getFirst("WWW-Authenticate")).startsWith("Bearer");
    }
  }
}
