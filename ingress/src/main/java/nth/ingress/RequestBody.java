package nth.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import nth.contract.Json;
import nth.web.HttpSettings;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads bodies strictly. Fails with a {@link Problem} of 400, 413 or 415. */
final class RequestBody {

  private static final int MAX_BYTES = HttpSettings.MAX_BODY_BYTES;

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
    if (!isPlainJson(request.getHeaders())) {
      throw new Problem(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "A body must be of one Content-Type, application/json in UTF-8, and not encoded.");
    }
    try {
      return Json.strict().readTree(utf8(body));
    } catch (JacksonException | CharacterCodingException e) {
      // Its message may quote the body.
      throw new Problem(code, "The body must be one JSON object in UTF-8, each member once.");
    }
  }

  private static boolean isPlainJson(HttpHeaders headers) {
    try {
      MediaType type = headers.getContentType();
      return headers.getOrEmpty(HttpHeaders.CONTENT_TYPE).size() == 1
          && MediaType.APPLICATION_JSON.equalsTypeAndSubtype(type)
          && (type.getCharset() == null || type.getCharset().equals(UTF_8))
          && !headers.containsHeader(HttpHeaders.CONTENT_ENCODING);
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }

  /** Left to itself the parser would guess among five encodings, and pass over what is none. */
  private static String utf8(byte[] body) throws CharacterCodingException {
    return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
  }

  /** Empty if there is none. */
  private static Mono<byte[]> bytes(ServerHttpRequest request) {
    if (request.getHeaders().getContentLength() > MAX_BYTES) {
      return Mono.error(RequestBody::tooLarge);
    }
    return DataBufferUtils.join(request.getBody(), MAX_BYTES)
        .map(RequestBody::taken)
        .filter(body -> body.length > 0)
        .onErrorMap(DataBufferLimitException.class, e -> tooLarge());
  }

  private static Problem tooLarge() {
    return new Problem(ProblemCode.BODY_TOO_LARGE, "A body is at most 16 KiB.");
  }

  private static byte[] taken(DataBuffer buffer) {
    byte[] body = new byte[buffer.readableByteCount()];
    buffer.read(body);
    DataBufferUtils.release(buffer);
    return body;
  }
}
