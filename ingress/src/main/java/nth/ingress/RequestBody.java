package nth.ingress;

import nth.contract.Json;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads bodies strictly. Fails with a {@link Problem} of 400, 413 or 415. */
final class RequestBody {

  private static final int MAX_BYTES = 16 * 1024;

  private RequestBody() {}

  /** Completes if there is no body, or an empty JSON object. */
  static Mono<Void> none(ServerHttpRequest request) {
    return bytes(request)
        .doOnNext(
            body -> {
              JsonNode tree = json(request, body, ProblemCode.INVALID_BODY);
              if (!tree.isObject() || !tree.isEmpty()) {
                throw new Problem(ProblemCode.INVALID_BODY, "The body must be empty or {}.");
              }
            })
        .then();
  }

  /** The JSON of a definition. */
  static Mono<JsonNode> definition(ServerHttpRequest request) {
    ProblemCode code = ProblemCode.INVALID_DEFINITION;
    return bytes(request)
        .map(body -> json(request, body, code))
        .switchIfEmpty(Mono.error(() -> new Problem(code, "The body must be a definition.")));
  }

  private static JsonNode json(ServerHttpRequest request, byte[] body, ProblemCode code) {
    if (!MediaType.APPLICATION_JSON.equalsTypeAndSubtype(contentType(request))) {
      throw new Problem(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE, "A body must be of Content-Type application/json.");
    }
    try {
      return Json.strict().readTree(body);
    } catch (JacksonException e) {
      // Its message may quote the body.
      throw new Problem(code, "The body must be one JSON object, each member once.");
    }
  }

  private static @Nullable MediaType contentType(ServerHttpRequest request) {
    try {
      return request.getHeaders().getContentType();
    } catch (InvalidMediaTypeException e) {
      return null;
    }
  }

  /** Empty if there is none. */
  private static Mono<byte[]> bytes(ServerHttpRequest request) {
    return DataBufferUtils.join(request.getBody(), MAX_BYTES)
        .map(RequestBody::taken)
        .filter(body -> body.length > 0)
        .onErrorMap(
            DataBufferLimitException.class,
            e -> new Problem(ProblemCode.BODY_TOO_LARGE, "A body is at most 16 KiB."));
  }

  private static byte[] taken(DataBuffer buffer) {
    byte[] body = new byte[buffer.readableByteCount()];
    buffer.read(body);
    DataBufferUtils.release(buffer);
    return body;
  }
}
