package nth.local.organiser;

import java.time.Duration;
import nth.contract.EventId;
import nth.local.organiser.Invented.Click;
import nth.web.Correlation;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientException;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import tools.jackson.databind.JsonNode;

/** The real door, by HTTP as everybody else: nothing here has a way of its own to the log. */
@Component
final class Door implements DisposableBean {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LONGEST_QUEUE = Duration.ofSeconds(60);
  private static final int CROWD_CONNECTIONS = 100;
  private static final int ADMIN_CONNECTIONS = 4;

  private final Environment environment;
  private final CrowdNetworks networks;
  private final ConnectionProvider forCrowd = connections("nth-crowd", CROWD_CONNECTIONS);
  private final ConnectionProvider forAdmin = connections("nth-organiser", ADMIN_CONNECTIONS);
  private final WebClient crowd = client(forCrowd);
  private final WebClient admin = client(forAdmin);

  Door(Environment environment, CrowdNetworks networks) {
    this.environment = environment;
    this.networks = networks;
  }

  /** Its answer as it is. */
  Mono<ResponseEntity<byte[]>> define(EventId event, JsonNode definition, String correlationId) {
    WebClient.RequestBodySpec request = admin.put().uri(address("/events/" + event));
    request.contentType(MediaType.APPLICATION_JSON).bodyValue(definition.toString());
    return asAdmin(request, correlationId);
  }

  /** Its answer as it is. */
  Mono<ResponseEntity<byte[]>> close(EventId event, String correlationId) {
    return asAdmin(admin.post().uri(address("/events/" + event + "/close")), correlationId);
  }

  private Mono<ResponseEntity<byte[]>> asAdmin(
      WebClient.RequestHeadersSpec<?> request, String correlationId) {
    String token = environment.getProperty("nth.admin.token", "");
    return request
        .header(Correlation.HEADER, correlationId)
        .headers(
            headers -> {
              if (!token.isBlank()) {
                headers.setBearerAuth(token);
              }
            })
        .exchangeToMono(Door::asItIs)
        .onErrorMap(WebClientException.class, Door::unavailable);
  }

  private static Mono<ResponseEntity<byte[]>> asItIs(ClientResponse response) {
    HttpHeaders headers = new HttpHeaders();
    HttpHeaders given = response.headers().asHttpHeaders();
    headers.setContentType(given.getContentType());
    given
        .getOrEmpty(HttpHeaders.RETRY_AFTER)
        .forEach(wait -> headers.set(HttpHeaders.RETRY_AFTER, wait));
    return response
        .bodyToMono(byte[].class)
        .map(body -> new ResponseEntity<>(body, headers, response.statusCode()));
  }

  private static Problem unavailable(Throwable fault) {
    Problem problem = new Problem(ProblemCode.UNAVAILABLE, "The door does not answer.");
    problem.initCause(fault);
    return problem;
  }

  /** What somebody of the crowd gets to hear. */
  record Answer(HttpStatusCode status, Duration retryAfter) {

    /** In place of one that did not come. */
    static final Answer NONE = new Answer(HttpStatus.GATEWAY_TIMEOUT, Duration.ofSeconds(1));

    /** Whether the same request may do better later. */
    boolean mayPass() {
      return this == NONE || isLimit();
    }

    boolean isLimit() {
      return status.isSameCodeAs(HttpStatus.TOO_MANY_REQUESTS)
          || status.isSameCodeAs(HttpStatus.SERVICE_UNAVAILABLE);
    }
  }

  /** Never fails. */
  Mono<Answer> enter(EventId event, Click click) {
    return crowd
        .post()
        .uri(address("/events/" + event + "/entries"))
        .header("X-User-Id", click.user().value())
        .header("Idempotency-Key", click.key().value())
        .header("Prefer", "respond-async")
        .header(CrowdNetworks.HEADER, networks.header(click.number()))
        .exchangeToMono(
            response ->
                response
                    .releaseBody()
                    .thenReturn(new Answer(response.statusCode(), retryAfter(response))))
        .onErrorReturn(Answer.NONE);
  }

  private static Duration retryAfter(ClientResponse response) {
    String seconds = response.headers().asHttpHeaders().getFirst(HttpHeaders.RETRY_AFTER);
    return Duration.ofSeconds(seconds == null ? 1 : Long.parseLong(seconds));
  }

  /** Known only when the server listens. */
  private String address(String path) {
    return "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port") + path;
  }

  /** Whoever finds none free stands in line for one. */
  private static ConnectionProvider connections(String name, int most) {
    return ConnectionProvider.builder(name)
        .maxConnections(most)
        .pendingAcquireMaxCount(-1)
        .pendingAcquireTimeout(LONGEST_QUEUE)
        .maxIdleTime(PATIENCE)
        .build();
  }

  private static WebClient client(ConnectionProvider connections) {
    HttpClient client = HttpClient.create(connections).responseTimeout(PATIENCE);
    return WebClient.builder().clientConnector(new ReactorClientHttpConnector(client)).build();
  }

  @Override
  public void destroy() {
    forCrowd.dispose();
    forAdmin.dispose();
  }
}
