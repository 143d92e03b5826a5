package nth.notifier;

import java.time.Duration;
import java.util.concurrent.Callable;
import nth.contract.Decision;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.PromotionState;
import nth.web.Identity;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Results for those who ask. */
@RestController
final class ResultController {

  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final String AGAIN_SECONDS = "1";

  private final ResultReader reader;
  private final ResultBoard board;
  private final Teller teller;
  private final Answers answers;
  private final Identity identity;
  private final Reads reads;
  private final Denial denial;

  ResultController(
      ResultReader reader,
      ResultBoard board,
      Teller teller,
      Identity identity,
      Reads reads,
      Denial denial) {
    this.reader = reader;
    this.board = board;
    this.teller = teller;
    this.answers = new Answers(board);
    this.identity = identity;
    this.reads = reads;
    this.denial = denial;
  }

  @GetMapping(path = "/events/{eventId}", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<PromotionState>> promotion(@PathVariable String eventId) {
    Subject.Promotion promotion = new Subject.Promotion(Identity.eventId(eventId));
    return read(
        promotion.eventId(),
        () -> {
          PromotionState state = teller.state(promotion).orElseThrow(Answers::eventNotFound);
          return ResponseEntity.ok()
              .cacheControl(CacheControl.maxAge(FRESH).cachePublic())
              .body(state);
        });
  }

  @GetMapping(path = "/events/{eventId}/entries/me", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<Decision>> me(
      @PathVariable String eventId,
      @RequestParam(required = false) @Nullable String position,
      ServerWebExchange exchange) {
    PersonalAnswer.mark(exchange);
    EventId event = Identity.eventId(eventId);
    return identity
        .caller(exchange)
        .flatMap(
            caller -> {
              Subject.Person person = new Subject.Person(event, caller.userId());
              Position at = position == null ? null : position(position, event);
              return read(event, () -> answer(answers.about(person, at)));
            });
  }

  private <T> Mono<T> read(EventId eventId, Callable<T> reading) {
    reader.requireCaughtUp();
    return denial.surely(eventId, reads.off(reading));
  }

  private Position position(String text, EventId eventId) {
    try {
      Position position = Position.parse(text);
      if (position.partition() == board.partitionOf(eventId)) {
        return position;
      }
    } catch (IllegalArgumentException e) {
      throw new Problem(ProblemCode.INVALID_POSITION, String.valueOf(e.getMessage()));
    }
    throw new Problem(ProblemCode.INVALID_POSITION, "This promotion is in another partition.");
  }

  private static ResponseEntity<Decision> answer(Decision decision) {
    if (decision instanceof Decision.Processing) {
      return ResponseEntity.status(HttpStatus.ACCEPTED)
          .header(HttpHeaders.RETRY_AFTER, AGAIN_SECONDS)
          .body(decision);
    }
    return ResponseEntity.ok(decision);
  }
}
