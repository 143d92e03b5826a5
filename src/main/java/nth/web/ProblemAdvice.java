package nth.web;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ServerWebExchange;

/** Every answer that is not a success, in one form: no stack trace and nothing of the input. */
@RestControllerAdvice
final class ProblemAdvice {

  private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

  @ExceptionHandler
  ResponseEntity<ProblemDetail> problem(Problem problem, ServerWebExchange exchange) {
    return answer(problem.getBody(), problem.getHeaders(), exchange);
  }

  /** What the framework refuses: unknown routes, methods, media types, unreadable bodies. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> framework(Exception fault, ServerWebExchange exchange) {
    if (fault instanceof ErrorResponse response && response.getStatusCode().is4xxClientError()) {
      HttpStatusCode status = response.getStatusCode();
      ProblemDetail body = Problem.body(code(status), detail(status));
      return answer(body, response.getHeaders(), exchange);
    }
    log.error("Unexpected, correlation id {}", Correlation.of(exchange), fault);
    ProblemDetail body = Problem.body(ProblemCode.INTERNAL_ERROR, "This is our fault.");
    return answer(body, HttpHeaders.EMPTY, exchange);
  }

  private static ProblemCode code(HttpStatusCode status) {
    return switch (status.value()) {
      case 404 -> ProblemCode.NOT_FOUND;
      case 405 -> ProblemCode.METHOD_NOT_ALLOWED;
      case 406 -> ProblemCode.NOT_ACCEPTABLE;
      case 413 -> ProblemCode.BODY_TOO_LARGE;
      case 415 -> ProblemCode.UNSUPPORTED_MEDIA_TYPE;
      default -> ProblemCode.BAD_REQUEST;
    };
  }

  private static String detail(HttpStatusCode status) {
    return switch (status.value()) {
      case 404 -> "There is nothing here.";
      case 405 -> "This method is not allowed here.";
      case 406 -> "None of the accepted media types can be had here.";
      case 413 -> "The body is too large.";
      case 415 -> "This media type is not taken here.";
      default -> "The request cannot be read.";
    };
  }

  private static ResponseEntity<ProblemDetail> answer(
      ProblemDetail body, HttpHeaders headers, ServerWebExchange exchange) {
    body.setProperty("correlation_id", Correlation.of(exchange));
    Problem.name(body, exchange);
    return ResponseEntity.status(body.getStatus())
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(body);
  }
}
