package nth.ingress;

import org.springframework.web.server.ServerWebExchange;

/** Wrong admin calls of each client network, so that guessing is slow. */
final class AdminFailures {

  void requireFew(ServerWebExchange exchange) {}

  void count(ServerWebExchange exchange) {}
}
