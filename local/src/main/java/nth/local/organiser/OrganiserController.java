package nth.local.organiser;

import java.util.Map;
import nth.contract.EventId;
import nth.web.Correlation;
import nth.web.Identity;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /organiser}: what an organiser does with an event, for who has no token at hand. */
@RestController
@RequestMapping("/organiser")
final class OrganiserController {

  private static final String EVENT_ID = "event_id";

  private final Door door;
  private final AuditRows rows;

  OrganiserController(Door door, AuditRows rows) {
    this.door = door;
    this.rows = rows;
  }

  /** That there is such a corner. */
  @GetMapping
  Map<String, Object> here() {
    return Map.of();
  }

  /** A definition as the door takes it, and the id of the event beside it. */
  @PostMapping("/events")
  Mono<ResponseEntity<byte[]>> define(@RequestBody ObjectNode body, ServerWebExchange exchange) {
    return door.define(eventId(body), body.without(EVENT_ID), Correlation.of(exchange));
  }

  private static EventId eventId(ObjectNode body) {
    JsonNode id = body.path(EVENT_ID);
    return Identity.eventId(id.isString() ? id.asString() : "");
  }

  @PostMapping("/events/{eventId}/close")
  Mono<ResponseEntity<byte[]>> close(@PathVariable String eventId, ServerWebExchange exchange) {
    return door.close(Identity.eventId(eventId), Correlation.of(exchange));
  }

  @GetMapping("/events/{eventId}/audit")
  Mono<AuditRows.Report> audit(@PathVariable String eventId) {
    return rows.of(Identity.eventId(eventId));
  }
}
