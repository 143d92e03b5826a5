package nth.ingress;

import java.net.URI;
import java.time.InstantSource;
import nth.contract.Command.SubmitEntry;
import nth.contract.Decision;
import nth.contract.EventId;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.UserId;
import nth.web.Caller;
import nth.web.Identity;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code POST /events/{event_id}/entries}: somebody enters. */
@RestController
final class EntryController {

  private final RateLimit rateLimit;
  private final Identity identity;
  private final IngressSettings settings;
  private final EarlyAnswers earlyAnswers;
  private final Dispatch dispatch;
  private final Refusals refusals;
  private final InstantSource clock;
  private final EntryMeters meters;

  EntryController(
      RateLimit rateLimit,
      Identity identity,
      IngressSettings settings,
      EarlyAnswers earlyAnswers,
      Dispatch dispatch,
      Refusals refusals,
      InstantSource ingressClock,
      EntryMeters meters) {
    this.rateLimit = rateLimit;
    this.identity = identity;
    this.settings = settings;
    this.earlyAnswers = earlyAnswers;
    this.dispatch = dispatch;
    this.refusals = refusals;
    this.clock = ingressClock;
    this.meters = meters;
  }

  /** The order of checks is a promise: what is cheap to refuse comes first. */
  @PostMapping(path = "/events/{eventId}/entries", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<Decision>> enter(
      @PathVariable("eventId") String id, ServerWebExchange exchange) {
    return Mono.defer(() -> checked(id, exchange))
        .doOnNext(answer -> meters.answered(answer.getStatusCode() == HttpStatus.OK))
        .doOnError(meters::refused);
  }

  private Mono<ResponseEntity<Decision>> checked(String id, ServerWebExchange exchange) {
    IdempotencyKey key = IdempotencyKey.of(exchange);
    EventId eventId = Identity.eventId(id);
    return rateLimit
        .network(exchange)
        .then(Mono.defer(() -> user(exchange)))
        .flatMap(user -> rateLimit.person(exchange, user).thenReturn(user))
        .flatMap(user -> read(eventId, user, key, exchange));
  }

  /** Who names nobody has a limit too, so that asking in vain is not free. */
  private Mono<UserId> user(ServerWebExchange exchange) {
    return identity
        .caller(exchange)
        .map(Caller::userId)
        .onErrorResume(
            EntryController::namesNobody,
            refusal -> rateLimit.stranger(exchange).then(Mono.error(refusal)));
  }

  /** That an issuer of tokens is away is not the fault of who has one. */
  private static boolean namesNobody(Throwable refusal) {
    return refusal instanceof Problem problem && problem.code() != ProblemCode.UNAVAILABLE;
  }

  private Mono<ResponseEntity<Decision>> read(
      EventId eventId, UserId user, IdempotencyKey key, ServerWebExchange exchange) {
    key.orInvalid();
    HttpHeaders headers = exchange.getRequest().getHeaders();
    Preference preference = Preference.of(headers.getOrEmpty(Preference.HEADER), settings);
    HttpHeaders told = exchange.getResponse().getHeaders();
    return RequestBody.none(exchange.getRequest())
        .then(Mono.defer(() -> admitted(eventId, user, key, preference, told)));
  }

  private Mono<ResponseEntity<Decision>> admitted(
      EventId eventId, UserId user, IdempotencyKey key, Preference preference, HttpHeaders told) {
    boolean mayHaveNumber = key.given() || preference.waiting().isPresent();
    var command = new SubmitEntry(eventId, user, key.requestId(), clock.instant());
    return earlyAnswers
        .refusal(eventId, mayHaveNumber)
        .<ResponseEntity<Decision>>flatMap(
            reason -> Mono.error(() -> refusals.problem(eventId, reason)))
        .switchIfEmpty(Mono.defer(() -> appended(command, preference, told)));
  }

  private Mono<ResponseEntity<Decision>> appended(
      SubmitEntry command, Preference preference, HttpHeaders told) {
    return preference
        .waiting()
        .map(wait -> dispatch.send(command, wait))
        .orElseGet(() -> dispatch.send(command))
        .doOnNext(
            answer ->
                preference
                    .applied(answer.waited())
                    .ifPresent(applied -> told.set(Preference.APPLIED, applied)))
        .flatMap(
            answer ->
                answer
                    .result()
                    .map(result -> result.on(new Decided(command.eventId())))
                    .orElseGet(() -> Mono.just(queued(command, answer))));
  }

  private static ResponseEntity<Decision> queued(SubmitEntry command, Dispatch.Answer answer) {
    String status = Refusals.statusUrl(command.eventId()) + "?position=" + answer.position();
    return ResponseEntity.accepted()
        .location(URI.create(status))
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(new Decision.Queued(command.requestId(), answer.position()));
  }

  /** What a result tells the one who entered. */
  private final class Decided implements Result.Cases<Mono<ResponseEntity<Decision>>> {
    private final EventId eventId;

    Decided(EventId eventId) {
      this.eventId = eventId;
    }

    @Override
    public Mono<ResponseEntity<Decision>> numbered(Result.EntryNumbered result) {
      return Mono.just(ResponseEntity.ok(Decision.Decided.of(result)));
    }

    @Override
    public Mono<ResponseEntity<Decision>> refused(Result.Refused result) {
      RefusalReason reason = result.reason();
      String position = result.origin().position().toString();
      return Mono.error(() -> refusals.problem(eventId, reason).with("position", position));
    }

    @Override
    public Mono<ResponseEntity<Decision>> defined(Result.PromotionDefined result) {
      throw new IllegalStateException("a definition does not answer an entry");
    }

    @Override
    public Mono<ResponseEntity<Decision>> closed(Result.PromotionClosed result) {
      throw new IllegalStateException("a closing does not answer an entry");
    }

    @Override
    public Mono<ResponseEntity<Decision>> retired(Result.PromotionRetired result) {
      throw new IllegalStateException("a retirement does not answer an entry");
    }
  }
}
