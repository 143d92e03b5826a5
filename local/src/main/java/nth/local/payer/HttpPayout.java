package nth.local.payer;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Set;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.Seq;
import nth.contract.UserId;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** Posts orders to a payment provider that honours {@code Idempotency-Key}. */
final class HttpPayout implements Payout {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** That order is wrong in itself, or was withdrawn; no other answer is a reason to give up. */
  private static final Set<Integer> FINAL = Set.of(410, 422);

  /** As it is posted, in the contract's spelling. */
  private record Body(EventId eventId, Seq seq, UserId userId) {}

  private final RestClient provider;

  HttpPayout(URI url, RestClient.Builder builder) {
    var http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    var requests = new JdkClientHttpRequestFactory(http);
    requests.setReadTimeout(PATIENCE);
    provider = builder.baseUrl(url).requestFactory(requests).build();
  }

  @Override
  public String pay(PrizeOrder order) {
    try {
      Body body = new Body(order.eventId(), order.seq(), order.userId());
      String answer =
          provider
              .post()
              .header("Idempotency-Key", '"' + order.idempotencyKey() + '"')
              .contentType(MediaType.APPLICATION_JSON)
              .body(Json.strict().writeValueAsString(body))
              .retrieve()
              .body(String.class);
      return reference(answer == null ? "{}" : answer);
    } catch (HttpClientErrorException e) {
      throw FINAL.contains(e.getStatusCode().value())
          ? new NeverPayable("the provider answers " + e.getStatusCode().value())
          : e;
    }
  }

  private static String reference(String answer) {
    String reference = Json.tolerant().readTree(answer).path("reference").asString("");
    if (reference.isEmpty()) {
      throw new IllegalStateException("the provider named no reference");
    }
    return reference;
  }
}
