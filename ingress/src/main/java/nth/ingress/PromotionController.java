package nth.ingress;

import java.time.Duration;
import java.time.InstantSource;
import nth.contract.CloseCause;
import nth.contract.Command;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.EventId;
import nth.contract.Origin;
import nth.contract.PromotionState;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.web.Identity;
import nth.web.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * {@code PUT /events/{event_id}} and {@code POST /events/{event_id}/close}, for admins. Both answer
 * when the result is known and the view of this instance shows it, so that whoever was answered
 * finds it here.
 */
@RestController
final class PromotionController {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration GLANCE = Duration.ofMillis(10);

  private final RateLimit rateLimit;
  private final AdminAccess access;
  private final Dispatch dispatch;
  private final Promotions promotions;
  private final Refusals refusals;
  private final InstantSource clock;

  PromotionController(
      RateLimit rateLimit,
      AdminAccess access,
      Dispatch dispatch,
      Promotions promotions,
      Refusals refusals,
      InstantSource ingressClock) {
    this.rateLimit = rateLimit;
    this.access = access;
    this.dispatch = dispatch;
    this.promotions = promotions;
    this.refusals = refusals;
    this.clock = ingressClock;
  }

  @PutMapping(path = "/events/{eventId}", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<PromotionState>> define(
      @PathVariable("eventId") String id, ServerWebExchange exchange) {
    IdempotencyKey key = IdempotencyKey.of(exchange);
    EventId eventId = Identity.eventId(id);
    return checked(key, exchange)
        .then(Mono.defer(() -> RequestBody.definition(exchange.getRequest())))
        .map(DefinitionBody::read)
        .map(sent -> new DefinePromotion(eventId, key.requestId(), clock.instant(), sent))
        .flatMap(this::answered);
  }

  @PostMapping(path = "/events/{eventId}/close", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<PromotionState>> close(
      @PathVariable("eventId") String id, ServerWebExchange exchange) {
    IdempotencyKey key = IdempotencyKey.of(exchange);
    EventId eventId = Identity.eventId(id);
    return checked(key, exchange)
        .then(Mono.defer(() -> RequestBody.none(exchange.getRequest())))
        .then(
            Mono.fromSupplier(
                () ->
                    new ClosePromotion(
                        eventId, key.requestId(), clock.instant(), CloseCause.MANUAL)))
        .flatMap(this::answered);
  }

  private Mono<Void> checked(IdempotencyKey key, ServerWebExchange exchange) {
    return rateLimit
        .network(exchange)
        .then(Mono.defer(() -> access.check(exchange)))
        .then(Mono.fromRunnable(key::orInvalid));
  }

  private Mono<ResponseEntity<PromotionState>> answered(Command command) {
    if (!dispatch.canWait()) {
      return Mono.error(Dispatch::unavailable);
    }
    return dispatch
        .send(command, PATIENCE)
        .flatMap(answer -> Mono.justOrEmpty(answer.result()))
        .flatMap(result -> result.on(new Decided()))
        .timeout(PATIENCE, Mono.empty())
        .switchIfEmpty(Mono.error(Dispatch::outcomeUnknown));
  }

  /** What a result tells the admin. */
  private final class Decided implements Result.Cases<Mono<ResponseEntity<PromotionState>>> {

    @Override
    public Mono<ResponseEntity<PromotionState>> defined(Result.PromotionDefined result) {
      boolean anew = result.origin().isEffect();
      HttpStatus status = anew ? HttpStatus.CREATED : HttpStatus.OK;
      return shown(result.origin())
          .map(view -> ResponseEntity.status(status).body(state(view, anew ? 0L : null)));
    }

    @Override
    public Mono<ResponseEntity<PromotionState>> closed(Result.PromotionClosed result) {
      return shown(result.origin())
          .filter(view -> view.phase() == PromotionView.Phase.CLOSED)
          .map(view -> ResponseEntity.ok(state(view, null)));
    }

    @Override
    public Mono<ResponseEntity<PromotionState>> refused(Result.Refused result) {
      EventId eventId = result.origin().eventId();
      Problem problem = refusals.problem(eventId, result.reason());
      problem.with("position", result.origin().position().toString());
      if (result.reason() != RefusalReason.ALREADY_RUNNING) {
        return Mono.error(problem);
      }
      return glances(eventId)
          .next()
          .flatMap(view -> Mono.error(problem.with("current", state(view, null))));
    }

    @Override
    public Mono<ResponseEntity<PromotionState>> numbered(Result.EntryNumbered result) {
      throw new IllegalStateException("a number does not answer an admin");
    }

    @Override
    public Mono<ResponseEntity<PromotionState>> retired(Result.PromotionRetired result) {
      throw new IllegalStateException("a retirement does not answer an admin");
    }
  }

  /** The view, as soon as it holds what the result says. */
  private Mono<PromotionView> shown(Origin origin) {
    long since = origin.originalPosition().offset();
    return glances(origin.eventId()).filter(view -> view.position().offset() >= since).next();
  }

  private Flux<PromotionView> glances(EventId eventId) {
    return Flux.interval(Duration.ZERO, GLANCE)
        .onBackpressureDrop()
        .concatMap(tick -> Mono.justOrEmpty(promotions.find(eventId)));
  }

  /**
   * @param entries null where ingress, which does not count, cannot tell
   */
  private PromotionState state(PromotionView view, @Nullable Long entries) {
    Long known = view.totalEntries() == null ? entries : view.totalEntries();
    return PromotionState.shownToAdmin(view, known, clock.instant());
  }
}
