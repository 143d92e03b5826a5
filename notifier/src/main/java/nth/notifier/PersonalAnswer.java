package nth.notifier;

import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** One person's answers, which no shared cache may give to another. */
final class PersonalAnswer {

  private static final String IDENTITY_HEADERS = "X-User-Id, Authorization, Cookie";

  private PersonalAnswer() {}

  /** Before anything can fail: a problem is personal, too. */
  static void mark(ServerWebExchange exchange) {
    exchange.getResponse().getHeaders().add(HttpHeaders.VARY, IDENTITY_HEADERS);
  }
}
