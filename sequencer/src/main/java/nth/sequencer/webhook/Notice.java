package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.PromotionView;
import nth.contract.Winner;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is told of one win or one closing: a pure function of its record, so the same bytes whenever
 * and wherever it is made.
 *
 * @param id {@code webhook-id}, for ever: the record's {@code dedup_id}
 * @param place in the order of its event: the number of the win; a closing stands behind them all
 * @param wins how many notices of the same event stand before it for certain
 * @param later whether the record says more than the first of its id did, which is never told
 */
record Notice(
    String id,
    EventId eventId,
    long place,
    int wins,
    Instant happenedAt,
    byte[] body,
    boolean later) {

  static final String WON = "promotion.won";
  static final String CLOSED = "promotion.closed";

  private static final List<String> LATER = List.of("retired_at", "retired_by");

  /**
   * @param record as it stands on the topic
   */
  static Notice of(Winner winner, byte[] record) {
    return new Notice(
        winner.dedupId(),
        winner.eventId(),
        winner.seq().value(),
        0,
        winner.determinedAt(),
        body(WON, winner.determinedAt(), record),
        false);
  }

  /**
   * @param closed a view whose phase is closed
   * @param record as it stands on the topic
   */
  static Notice of(PromotionView closed, byte[] record) {
    Instant closedAt = requireNonNull(closed.closedAt());
    return new Notice(
        requireNonNull(closed.dedupId()),
        closed.eventId(),
        requireNonNull(closed.totalEntries()) + 1,
        closed.winners().size(),
        closedAt,
        body(CLOSED, closedAt, closingItself(record)),
        closed.retiredAt() != null);
  }

  /**
   * A later word on the same closing, that its people were forgotten, must not change its bytes.
   */
  private static byte[] closingItself(byte[] record) {
    var tree = (ObjectNode) Json.tolerant().readTree(record);
    if (LATER.stream().noneMatch(tree::has)) {
      return record;
    }
    return Json.strict().writeValueAsBytes(tree.remove(LATER));
  }

  /** The record is taken over byte by byte: members that a newer nth adds are not lost. */
  private static byte[] body(String type, Instant happenedAt, byte[] record) {
    return "{\"type\":\"%s\",\"timestamp\":%s,\"data\":%s}"
        .formatted(
            type, Json.strict().writeValueAsString(happenedAt), new String(record, UTF_8).strip())
        .getBytes(UTF_8);
  }
}
