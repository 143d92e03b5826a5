package nth.sequencer.webhook;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;

/**
 * The receiver's address. One connection per attempt, which is closed as soon as the status is
 * there: what follows it is never read. Nothing is followed and nothing repeated on the quiet.
 */
final class Endpoint {

  private final HttpClient http;
  private final String url;
  private final Signature signature;
  private final Duration timeOut;
  private final Clock clock;

  Endpoint(WebhookSettings settings, Clock clock) {
    this.url = requireNonNull(settings.url());
    this.signature = Signature.with(settings.secrets());
    this.timeOut = settings.timeOut();
    this.clock = clock;
    http =
        HttpClient.create(ConnectionProvider.newConnection())
            .followRedirect(false)
            .disableRetry(true)
            .compress(false)
            .proxyWithSystemProperties();
  }

  /** Completes within the time-out, and never with a fault. */
  CompletableFuture<Answer> post(String id, byte[] body) {
    Instant now = clock.instant();
    return http.headers(headers -> headers(id, body, now).forEach(headers::set))
        .post()
        .uri(url)
        .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)))
        .responseConnection(this::answer)
        .next()
        .timeout(timeOut)
        .onErrorResume(fault -> Mono.just(Answer.failed(reason(fault))))
        .defaultIfEmpty(Answer.failed("it answers nothing"))
        .toFuture();
  }

  Map<String, String> headers(String id, byte[] body, Instant now) {
    Map<String, String> headers = new TreeMap<>();
    headers.put("content-type", "application/json");
    headers.put("content-length", Integer.toString(body.length));
    headers.put("user-agent", "nth");
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
    headers.put("webhook-signature", signature.of(id, now.getEpochSecond(), body));
    return headers;
  }

  private Mono<Answer> answer(HttpClientResponse response, Connection connection) {
    HttpHeaders headers = response.responseHeaders();
    Answer answer =
        Answer.of(
            response.status().code(), headers.get(HttpHeaderNames.RETRY_AFTER), clock.instant());
    connection.dispose();
    return Mono.just(answer);
  }

  /** One line, without the address, which may hold a secret of the receiver's. */
  private String reason(Throwable fault) {
    if (fault instanceof TimeoutException) {
      return "no answer within " + timeOut.toMillis() + " ms";
    }
    String message = String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
    return fault.getClass().getSimpleName() + ": " + message.replace(url, "…");
  }
}
