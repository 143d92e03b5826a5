package nth.web;

import java.time.Duration;
import nth.contract.RequestId;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** An answer that says no: RFC 9457, with a stable {@code code}. */
public final class Problem extends ErrorResponseException {

  public Problem(ProblemCode code, String detail) {
    super(code.status(), body(code, detail), null);
  }

  static ProblemDetail body(ProblemCode code, String detail) {
    ProblemDetail body = ProblemDetail.forStatusAndDetail(code.status(), detail);
    body.setProperty("code", code.wire());
    return body;
  }

  /** Adds a member to the body. */
  public Problem with(String member, Object value) {
    getBody().setProperty(member, value);
    return this;
  }

  public Problem of(RequestId request) {
    return with("request_id", request.value());
  }

  /** Rounded up to whole seconds, 1 or more: waiting that long is enough. */
  public Problem retryAfter(Duration wait) {
    long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
    getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    return this;
  }
}
