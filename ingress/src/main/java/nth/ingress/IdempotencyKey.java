package nth.ingress;

import java.util.List;
import nth.contract.RequestId;
import nth.web.FreshId;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * What the caller calls this request, or what we call it.
 *
 * @param requestId the header's, without the quotes of the draft's form; else a new one
 * @param given whether the caller can repeat it
 * @param valid whether the header, if there is one, can be used
 */
record IdempotencyKey(RequestId requestId, boolean given, boolean valid) {

  static final String HEADER = "Idempotency-Key";

  static IdempotencyKey of(HttpHeaders headers) {
    List<String> keys = headers.getOrEmpty(HEADER);
    if (keys.isEmpty()) {
      return new IdempotencyKey(newId(), false, true);
    }
    try {
      if (keys.size() == 1) {
        return new IdempotencyKey(new RequestId(unquoted(keys.get(0))), true, true);
      }
    } catch (IllegalArgumentException e) {
      // Refused by orInvalid(), which has the place in the order of checks.
    }
    return new IdempotencyKey(newId(), false, false);
  }

  /** The same, and every answer to the exchange names the request from here on. */
  static IdempotencyKey of(ServerWebExchange exchange) {
    IdempotencyKey key = of(exchange.getRequest().getHeaders());
    exchange.getResponse().getHeaders().set(HEADER, key.requestId().value());
    Problem.allOf(exchange, key.requestId());
    return key;
  }

  /**
   * @throws Problem 400 {@code invalid_idempotency_key}
   */
  RequestId orInvalid() {
    if (!valid) {
      throw new Problem(
          ProblemCode.INVALID_IDEMPOTENCY_KEY,
          "There must be at most one Idempotency-Key, of 1 to 128 printable ASCII characters"
              + " without quote, backslash or space at either end, as it is or within quotes.");
    }
    return requestId;
  }

  private static String unquoted(String key) {
    boolean quoted = key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"");
    String plain = quoted ? key.substring(1, key.length() - 1) : key;
    if (!plain.equals(plain.strip())) {
      // In the answer's header it would not be what was sent.
      throw new IllegalArgumentException("white space at an end");
    }
    return plain;
  }

  private static RequestId newId() {
    return new RequestId(FreshId.next());
  }
}
