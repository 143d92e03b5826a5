package nth.web;

import nth.contract.EventId;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Says who asks. */
public interface Identity {

  /**
   * Fails with a {@link Problem}: 401 {@code user_required} where nobody is named, {@code
   * invalid_user} where the name is no id of a person.
   */
  Mono<Caller> caller(ServerWebExchange exchange);

  /**
   * @throws Problem 400 {@code invalid_event_id}
   */
  static EventId eventId(String text) {
    try {
      return new EventId(text);
    } catch (IllegalArgumentException e) {
      throw new Problem(
          ProblemCode.INVALID_EVENT_ID,
          "An event id is 1 to 64 of a-z 0-9 - and begins with a letter or digit.");
    }
  }
}
