package nth.proof.crowd;

import java.time.DateTimeException;
import java.time.Instant;
import nth.contract.Json;
import nth.contract.Position;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What came back for one request to enter.
 *
 * @param status of HTTP, 0 without an answer
 * @param position of the command, where the answer names one
 * @param requestId as answered
 * @param seq 0 where no number was told
 * @param decidedAtMs 0 where no decision was told
 */
public record Answer(
    int status,
    Code code,
    @Nullable Position position,
    @Nullable String requestId,
    long seq,
    boolean winner,
    boolean already,
    long decidedAtMs) {

  /** No answer, for this reason. */
  public static Answer none(Code reason) {
    return new Answer(0, reason, null, null, 0, false, false, 0);
  }

  static Answer of(Wire.Reply reply) {
    if (reply.status() == 0) {
      return none(reply.lack());
    }
    try {
      return read(reply.status(), Json.tolerant().readTree(reply.body()));
    } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
      Code code = reply.status() >= 500 ? Code.FAILED : Code.UNEXPECTED;
      return new Answer(reply.status(), code, null, null, 0, false, false, 0);
    }
  }

  private static Answer read(int status, JsonNode body) {
    String position = body.path("position").asString("");
    String requestId = body.path("request_id").asString("");
    String decidedAt = body.path("decided_at").asString("");
    return new Answer(
        status,
        code(status, body),
        position.isEmpty() ? null : Position.parse(position),
        requestId.isEmpty() ? null : requestId,
        body.path("seq").asLong(0),
        body.path("winner").asBoolean(false),
        body.path("already").asBoolean(false),
        decidedAt.isEmpty() ? 0 : Instant.parse(decidedAt).toEpochMilli());
  }

  private static Code code(int status, JsonNode body) {
    String told = body.path("status").asString("");
    return switch (status) {
      case 202 -> told.equals("queued") ? Code.QUEUED : Code.UNEXPECTED;
      case 200 -> told.equals("decided") ? Code.DECIDED : Code.UNEXPECTED;
      default -> Code.ofProblem(status, body.path("code").asString(""));
    };
  }
}
