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

  static ProblemDetail body(ProblemCode code, String detail) {
    return body(code, code.status(), detail);
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
