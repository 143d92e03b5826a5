package nth.web;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Visits the issuer once for all who wait, and not again right away. A token that names an unknown
 * key makes the decoder ask anew; anybody can invent such tokens.
 */
final class KeySetVisits implements ExchangeFilterFunction {

  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  /** The few addresses are those of the settings, or of the issuer's own description. */
  private final Map<URI, Mono<ResponseEntity<String>>> visits = new ConcurrentHashMap<>();

  @Override
  public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction issuer) {
    return visits
        .computeIfAbsent(request.url(), address -> visit(request, issuer))
        .map(KeySetVisits::told);
  }

  private static Mono<ResponseEntity<String>> visit(
      ClientRequest request, ExchangeFunction issuer) {
    return issuer
        .exchange(request)
        .flatMap(response -> response.toEntity(String.class))
        .cache(
            answer -> answer.getStatusCode().is2xxSuccessful() ? PAUSE : PAUSE_AFTER_FAILURE,
            fault -> PAUSE_AFTER_FAILURE,
            () -> PAUSE_AFTER_FAILURE);
  }

  private static ClientResponse told(ResponseEntity<String> answer) {
    String body = answer.getBody();
    return ClientResponse.create(answer.getStatusCode())
        .headers(headers -> headers.setContentType(answer.getHeaders().getContentType()))
        .body(body == null ? "" : body)
        .build();
  }
}
