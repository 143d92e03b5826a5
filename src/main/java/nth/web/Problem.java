package nth.web;

import java.time.Duration;
import nth.contract.RequestId;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.ServerWebExchange;

/** An answer that says no: RFC 9457, with a stable {@code code}. */
public final class Problem extends ErrorResponseException {

  private static final String REQUEST_ID = "request_id";
  private static final String REQUEST = Problem.class.getName() + "." + REQUEST_ID;

  private final ProblemCode code;

  public Problem(ProblemCode code, String detail) {
    this(code, code.status(), detail);
  }

  /** Where a code says the same of more than one status. */
  public Problem(ProblemCode code, HttpStatus status, String detail) {
    super(status, body(code, status, detail), null);
    this.code = code;
  }

  public ProblemCode code() {
    return code;
  }

  /** What is said where only a status is known, which the framework or the server has chosen. */
  static Problem general(int status) {
    return switch (status) {
      case 403 -> new Problem(ProblemCode.ORIGIN_REFUSED, "Pages of this origin may not call.");
      case 404 -> new Problem(ProblemCode.NOT_FOUND, "There is nothing here.");
      case 405 -> new Problem(ProblemCode.METHOD_NOT_ALLOWED, "This method is not allowed here.");
      case 406 ->
          new Problem(
              ProblemCode.NOT_ACCEPTABLE, "None of the accepted media types can be had here.");
      case 408 -> new Problem(ProblemCode.REQUEST_TIMEOUT, "The request took too long to arrive.");
      case 413 -> new Problem(ProblemCode.BODY_TOO_LARGE, "A body is at most 16 KiB.");
      case 414 -> new Problem(ProblemCode.URI_TOO_LONG, "The request line is too long.");
      case 415 ->
          new Problem(ProblemCode.UNSUPPORTED_MEDIA_TYPE, "This media type is not taken here.");
      case 431 -> new Problem(ProblemCode.HEADERS_TOO_LARGE, "The headers are too large.");
      case 503 -> new Problem(ProblemCode.UNAVAILABLE, "Not now.");
      default ->
          status < 500
              ? new Problem(ProblemCode.BAD_REQUEST, "The request cannot be read.")
              : new Problem(ProblemCode.INTERNAL_ERROR, "This is our fault.");
    };
  }

  private static ProblemDetail body(ProblemCode code, HttpStatus status, String detail) {
    ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
    body.setProperty("code", code.wire());
    return body;
  }

  /** Adds a member to the body. */
  public Problem with(String member, Object value) {
    getBody().setProperty(member, value);
    return this;
  }

  /** From here on every problem of this exchange, also one nobody foresaw, names the request. */
  public static void allOf(ServerWebExchange exchange, RequestId request) {
    exchange.getAttributes().put(REQUEST, request);
  }

  static void correlate(ProblemDetail body, String id) {
    body.setProperty("correlation_id", id);
  }

  static void name(ProblemDetail body, ServerWebExchange exchange) {
    RequestId request = exchange.getAttribute(REQUEST);
    if (request != null) {
      body.setProperty(REQUEST_ID, request.value());
    }
  }

  /** Rounded up to whole seconds, 1 or more: waiting that long is enough. */
  public Problem retryAfter(Duration wait) {
    long seconds = Math.max(1, wait.plusNanos(999_999_999).toSeconds());
    getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    return this;
  }
}
