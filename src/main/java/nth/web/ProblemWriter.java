package nth.web;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Answers with a problem where no handler has been chosen yet, in the form of all others. */
final class ProblemWriter {

  private final JsonMapper json;

  ProblemWriter(JsonMapper json) {
    this.json = json;
  }

  Mono<Void> write(Problem problem, ServerWebExchange exchange) {
    ProblemDetail body = problem.getBody();
    body.setProperty("correlation_id", Correlation.of(exchange));
    ServerHttpResponse response = exchange.getResponse();
    response.setStatusCode(problem.getStatusCode());
    response.getHeaders().addAll(problem.getHeaders());
    response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    DataBuffer buffer = response.bufferFactory().wrap(json.writeValueAsBytes(body));
    return response.writeWith(Mono.just(buffer));
  }
}
