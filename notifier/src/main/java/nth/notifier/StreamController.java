package nth.notifier;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import nth.contract.EventId;
import nth.web.ClientNetworks;
import nth.web.Identity;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.channel.AbortedException;

/**
 * Results for those who listen: Server-Sent Events. Subscribe first, then read the snapshot, then
 * drop what it covers, so that nothing falls between the two.
 */
@RestController
final class StreamController {

  private static final Pattern EVENT_ID = Pattern.compile("0|[1-9]\\d{0,17}");
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ResultReader reader;
  private final ResultBoard board;
  private final Teller teller;
  private final Answers answers;
  private final Audience audience;
  private final StreamConnection connection;
  private final ClientNetworks clients;
  private final int ipv6Prefix;
  private final Identity identity;
  private final Reads reads;
  private final Denial denial;
  private final BeforeSnapshot hook;

  /** Where a test can hold up what happens between subscribing and the snapshot (O-21). */
  interface BeforeSnapshot {
    void happen();
  }

  StreamController(
      ResultReader reader,
      ResultBoard board,
      Teller teller,
      Audience audience,
      StreamConnection connection,
      ClientNetworks clients,
      NotifierSettings settings,
      Identity identity,
      Reads reads,
      Denial denial,
      ObjectProvider<BeforeSnapshot> hook) {
    this.reader = reader;
    this.board = board;
    this.teller = teller;
    this.answers = new Answers(board);
    this.audience = audience;
    this.connection = connection;
    this.clients = clients;
    this.ipv6Prefix = settings.ipv6Prefix();
    this.identity = identity;
    this.reads = reads;
    this.denial = denial;
    this.hook = hook.getIfAvailable(() -> () -> {});
  }

  @GetMapping(
      path = "/events/{eventId}/entries/me/stream",
      produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  Mono<Void> me(@PathVariable String eventId, ServerWebExchange exchange) {
    PersonalAnswer.mark(exchange);
    EventId event = Identity.eventId(eventId);
    return identity
        .caller(exchange)
        .flatMap(
            caller -> stream(new Subject.Person(event, caller.userId()), caller.until(), exchange));
  }

  @GetMapping(path = "/events/{eventId}/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  Mono<Void> promotion(@PathVariable String eventId, ServerWebExchange exchange) {
    return stream(new Subject.Promotion(Identity.eventId(eventId)), null, exchange);
  }

  private Mono<Void> stream(Subject subject, @Nullable Instant until, ServerWebExchange exchange) {
    reader.requireCaughtUp();
    long lastId = lastId(exchange);
    ServerHttpResponse response = exchange.getResponse();
    return Mono.using(
        () -> audience.enter(subject, clients.of(exchange, ipv6Prefix), until),
        stream ->
            reached(subject, lastId)
                .flatMap(
                    reached -> reached ? begin(stream, lastId, response) : later(stream, response)),
        audience::leave);
  }

  /** The id the client saw last, or {@link Telling#NO_ID} if it names none that could be ours. */
  private static long lastId(ServerWebExchange exchange) {
    String given = exchange.getRequest().getHeaders().getFirst("Last-Event-ID");
    return given != null && EVENT_ID.matcher(given).matches()
        ? Long.parseLong(given)
        : Telling.NO_ID;
  }

  /**
   * Whether this instance knows what the client has seen on another one, after some patience; or
   * everything there is, so that no instance can know more: the id is then of another log.
   */
  private Mono<Boolean> reached(Subject subject, long lastId) {
    int partition = board.partitionOf(subject.eventId());
    if (board.progress(partition).next() > lastId) {
      return Mono.just(true);
    }
    return Mono.fromFuture(() -> reader.reached(partition, lastId + 1, PATIENCE), true)
        // It is the thread that reads the log that says so.
        .publishOn(Schedulers.parallel())
        .flatMap(reached -> reached ? Mono.just(true) : denial.isCurrent(subject.eventId()));
  }

  private Mono<Void> begin(LiveStream stream, long lastId, ServerHttpResponse response) {
    Subject subject = stream.subject();
    return denial
        .surely(subject.eventId(), reads.off(() -> snapshot(subject)))
        .flatMap(
            snapshot -> {
              if (lastId != Telling.NO_ID && snapshot.finalId() == lastId) {
                response.setStatusCode(HttpStatus.NO_CONTENT);
                return response.setComplete();
              }
              stream.offer(snapshot);
              return send(stream, response);
            });
  }

  private Telling snapshot(Subject subject) {
    hook.happen();
    Optional<Telling> snapshot =
        teller.account(subject.eventId()).map(subject::toldBy).orElseThrow(Answers::eventNotFound);
    if (subject instanceof Subject.Person person) {
      answers.requireKept(person);
    }
    return snapshot.orElseThrow(Answers::retired);
  }

  private Mono<Void> later(LiveStream stream, ServerHttpResponse response) {
    stream.end();
    return send(stream, response);
  }

  private Mono<Void> send(LiveStream stream, ServerHttpResponse response) {
    response.getHeaders().setContentType(MediaType.TEXT_EVENT_STREAM);
    response.getHeaders().set("X-Accel-Buffering", "no");
    // It is prepared for a stream, and no good for other answers after it.
    response.getHeaders().set(HttpHeaders.CONNECTION, "close");
    return response
        .writeAndFlushWith(
            stream
                .chunks(connection.of(response))
                .map(words -> words.map(response.bufferFactory()::wrap)))
        // A client that is gone is no error.
        .onErrorMap(IOException.class, AbortedException::new);
  }
}
