package nth.web;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every answer that is not a success, in one form: no stack trace and nothing of the input. It
 * stands before Boot's own, which would repeat the path; what never gets as far as a handler is
 * worded by {@link Reception}.
 */
@Order(ProblemHandler.BEFORE_BOOT)
final class ProblemHandler implements WebExceptionHandler {

  static final int BEFORE_BOOT = -2;

  private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

  private final JsonMapper json;

  ProblemHandler(JsonMapper json) {
    this.json = json;
  }

  @Override
  public Mono<Void> handle(ServerWebExchange exchange, Throwable fault) {
    return exchange.getResponse().isCommitted()
        ? Mono.error(fault)
        : answer(problem(fault, exchange), exchange);
  }

  private static Problem problem(Throwable fault, ServerWebExchange exchange) {
    if (fault instanceof Problem problem) {
      return problem;
    }
    if (fault instanceof ErrorResponse response && response.getStatusCode().is4xxClientError()) {
      Problem problem = Problem.general(response.getStatusCode().value());
      problem.getHeaders().addAll(response.getHeaders());
      return problem;
    }
    // Whoever hangs up in the middle of a request is no fault of ours, and hears no answer.
    if (!DisconnectedClientHelper.isClientDisconnectedException(fault)) {
      log.error("Unexpected, correlation id {}", Correlation.of(exchange), fault);
    }
    return Problem.general(ProblemCode.INTERNAL_ERROR.status().value());
  }

  private Mono<Void> answer(Problem problem, ServerWebExchange exchange) {
    ServerHttpResponse response = exchange.getResponse();
    ProblemDetail body = problem.getBody();
    Problem.correlate(body, Correlation.of(exchange));
    Problem.name(body, exchange);
    response.setStatusCode(problem.getStatusCode());
    HttpHeaders headers = response.getHeaders();
    headers.clearContentHeaders();
    problem.getHeaders().forEach((name, values) -> headers.put(name, values));
    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    headers.setCacheControl("no-store");
    return response.writeWith(
        Mono.fromSupplier(() -> response.bufferFactory().wrap(json.writeValueAsBytes(body))));
  }
}
