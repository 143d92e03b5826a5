package nth.web;

import java.util.Locale;
import org.springframework.http.HttpStatus;

/** The stable codes of problem answers, each with its status. */
public enum ProblemCode {
  INVALID_PATH(HttpStatus.BAD_REQUEST),
  INVALID_EVENT_ID(HttpStatus.BAD_REQUEST),
  INVALID_USER(HttpStatus.BAD_REQUEST),
  INVALID_IDEMPOTENCY_KEY(HttpStatus.BAD_REQUEST),
  INVALID_DEFINITION(HttpStatus.BAD_REQUEST),
  INVALID_BODY(HttpStatus.BAD_REQUEST),
  INVALID_POSITION(HttpStatus.BAD_REQUEST),
  BAD_REQUEST(HttpStatus.BAD_REQUEST),
  USER_REQUIRED(HttpStatus.UNAUTHORIZED),
  ADMIN_REQUIRED(HttpStatus.UNAUTHORIZED),
  ADMIN_DISABLED(HttpStatus.FORBIDDEN),
  ORIGIN_REFUSED(HttpStatus.FORBIDDEN),
  EVENT_NOT_FOUND(HttpStatus.NOT_FOUND),
  NOT_ENTERED(HttpStatus.NOT_FOUND),
  NOT_FOUND(HttpStatus.NOT_FOUND),
  METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED),
  NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE),
  REQUEST_TIMEOUT(HttpStatus.REQUEST_TIMEOUT),
  CLOSED(HttpStatus.CONFLICT),
  ALREADY_RUNNING(HttpStatus.CONFLICT),
  /** Of the organiser's corner in {@code local}, which is no part of the API. */
  RUSH_RUNNING(HttpStatus.CONFLICT),
  RETIRED(HttpStatus.GONE),
  BODY_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE),
  URI_TOO_LONG(HttpStatus.URI_TOO_LONG),
  UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE),
  NOT_STARTED(HttpStatus.TOO_EARLY),
  RATE_LIMITED(HttpStatus.TOO_MANY_REQUESTS),
  TOO_MANY_STREAMS_PER_NETWORK(HttpStatus.TOO_MANY_REQUESTS),
  HEADERS_TOO_LARGE(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
  TOO_MANY_STREAMS(HttpStatus.SERVICE_UNAVAILABLE),
  UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE),
  OUTCOME_UNKNOWN(HttpStatus.SERVICE_UNAVAILABLE),
  INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR);

  private final HttpStatus status;

  ProblemCode(HttpStatus status) {
    this.status = status;
  }

  public HttpStatus status() {
    return status;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
