package nth.local.organiser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

class CrowdNetworksTest {

  private final CrowdNetworks networks = new CrowdNetworks();

  @ParameterizedTest
  @CsvSource({
    "0,      198.18.0.0",
    "1,      198.18.0.1",
    "256,    198.18.1.0",
    "65535,  198.18.255.255",
    "65536,  198.19.0.0",
    "131071, 198.19.255.255",
    "131072, 198.18.0.0"
  })
  void everyInventedPerson_hasANetworkOfTheirOwn(int number, String address) {
    assertThat(peer(networks.header(number))).isEqualTo(address);
  }

  // O-38
  @ParameterizedTest
  @ValueSource(strings = {"", ":", ":7", "7", "00000000-0000-0000-0000-000000000000:7"})
  void whoDoesNotKnowTheSecret_isWhereTheyAre(String header) {
    assertThat(peer(header)).isEqualTo("127.0.0.1");
  }

  @Test
  void secretOfAnotherProcess_isNone_norIsOneOfTwo() {
    String ours = networks.header(7);

    assertThat(peer(new CrowdNetworks().header(7))).isEqualTo("127.0.0.1");
    assertThat(peer(ours, ours)).isEqualTo("127.0.0.1");
  }

  /** As the door behind it sees it. */
  private String peer(String... headers) {
    AtomicReference<String> seen = new AtomicReference<>();
    var request =
        MockServerHttpRequest.post("/events/e/entries")
            .remoteAddress(new InetSocketAddress("127.0.0.1", 50_000))
            .header(CrowdNetworks.HEADER, headers);
    networks
        .filter(
            MockServerWebExchange.from(request),
            exchange ->
                Mono.fromRunnable(
                    () ->
                        seen.set(
                            exchange
                                .getRequest()
                                .getRemoteAddress()
                                .getAddress()
                                .getHostAddress())))
        .block();
    return seen.get();
  }
}
