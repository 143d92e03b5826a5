package nth.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import nth.web.WebSettings.CorsSettings;
import nth.web.WebSettings.IdentityMode;
import nth.web.WebSettings.IdentitySettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

/** The proxies are 10.0.0.0/8 and fd00::/8. */
@Tag("O-38")
class ClientNetworksTest {

  private static final TrustedProxies PROXIES =
      new TrustedProxies(List.of("10.0.0.0/8", "fd00::/8"));
  private static final ClientNetworks X =
      new ClientNetworks(PROXIES, ForwardedHeader.X_FORWARDED_FOR);
  private static final ClientNetworks FORWARDED =
      new ClientNetworks(PROXIES, ForwardedHeader.FORWARDED);

  /** Lines of the header are written with " // " between them; "-" is none. */
  private static Optional<IpNetwork> network(
      ClientNetworks networks, String peer, String name, String lines) {
    var request =
        MockServerHttpRequest.post("/events/opening/entries")
            .remoteAddress(new InetSocketAddress(IpNetwork.address(peer).orElseThrow(), 50_000));
    if (!lines.equals("-")) {
      request.header(name, lines.split(" // ", -1));
    }
    return networks.of(MockServerWebExchange.from(request), 64);
  }

  private static Optional<IpNetwork> expected(String range) {
    return range.equals("none") ? Optional.empty() : Optional.of(IpNetwork.parse(range));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          peer            | X-Forwarded-For                     | client
          192.0.2.1       | -                                   | 192.0.2.1
          192.0.2.1       | 198.51.100.1                        | 192.0.2.1
          192.0.2.1       | 10.0.0.1                            | 192.0.2.1
          ::ffff:10.0.0.1 | 198.51.100.1                        | 198.51.100.1
          2001:db8::1     | -                                   | 2001:db8::/64
          10.0.0.1        | 198.51.100.1                        | 198.51.100.1
          10.0.0.1        | 203.0.113.5, 198.51.100.1           | 198.51.100.1
          10.0.0.1        | 203.0.113.5 // 198.51.100.1         | 198.51.100.1
          10.0.0.1        | 198.51.100.1, 10.0.0.2 // 10.0.0.3  | 198.51.100.1
          10.0.0.1        | 203.0.113.5,198.51.100.1,fd00::2    | 198.51.100.1
          10.0.0.1        | ", 198.51.100.1                     | 198.51.100.1
          10.0.0.1        | junk, unknown,, 198.51.100.1        | 198.51.100.1
          10.0.0.1        | 10.0.0.3, 10.0.0.2                  | 10.0.0.3
          10.0.0.1        | 198.51.100.1:4711                   | 198.51.100.1
          10.0.0.1        | [2001:db8:1:2::3]:4711              | 2001:db8:1:2::/64
          10.0.0.1        | [2001:db8:1:2::3]                   | 2001:db8:1:2::/64
          10.0.0.1        | 2001:DB8:1:2:0::99                  | 2001:db8:1:2::/64
          10.0.0.1        | ::ffff:198.51.100.1                 | 198.51.100.1
          10.0.0.1        | [::ffff:198.51.100.1]:80            | 198.51.100.1
          10.0.0.1        | -                                   | none
          10.0.0.1        | ''                                  | none
          10.0.0.1        | unknown                             | none
          10.0.0.1        | 203.0.113.5, unknown                | none
          10.0.0.1        | 203.0.113.5, unknown, 10.0.0.2      | none
          10.0.0.1        | 203.0.113.5,                        | none
          10.0.0.1        | 203.0.113.5 //                      | none
          10.0.0.1        | 203.0.113.5,,10.0.0.2               | none
          10.0.0.1        | 198.51.100.1:                       | none
          10.0.0.1        | 198.51.100.1:123456                 | none
          10.0.0.1        | 198.51.100.010                      | none
          10.0.0.1        | [198.51.100.1]                      | none
          10.0.0.1        | 2001:db8::1%25eth0                  | none
          10.0.0.1        | client.example                      | none
          10.0.0.1        | unix:                               | none
          10.0.0.1        | for=198.51.100.1                    | none
          """,
      useHeadersInDisplayName = true)
  void inXForwardedFor_theRightMostHopThatIsNoProxy_counts(
      String peer, String lines, String client) {
    assertThat(network(X, peer, "X-Forwarded-For", lines)).isEqualTo(expected(client));
    // Nobody but a trusted proxy is heard at all, and only in the header it writes.
    boolean proxy = PROXIES.trusts(IpNetwork.address(peer).orElseThrow());
    assertThat(network(FORWARDED, peer, "X-Forwarded-For", lines))
        .isEqualTo(proxy ? Optional.empty() : expected(client));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          peer      | Forwarded                                           | client
          192.0.2.1 | for=198.51.100.1                                    | 192.0.2.1
          10.0.0.1  | for=198.51.100.1                                    | 198.51.100.1
          10.0.0.1  | For="198.51.100.1:4711";proto=https                 | 198.51.100.1
          10.0.0.1  | proto=https;host="a,b;c";for=198.51.100.1;by=_me    | 198.51.100.1
          10.0.0.1  | FOR="[2001:db8:1:2::3]:4711"                        | 2001:db8:1:2::/64
          10.0.0.1  | for="[2001:db8:1:2::3]"                             | 2001:db8:1:2::/64
          10.0.0.1  | for=203.0.113.5, for=198.51.100.1                   | 198.51.100.1
          10.0.0.1  | for=203.0.113.5 // for=198.51.100.1;by=10.0.0.1     | 198.51.100.1
          10.0.0.1  | for=198.51.100.1,for="10.0.0.2" // for="[fd00::2]"  | 198.51.100.1
          10.0.0.1  | for="203.0.113.5, for=198.51.100.1                  | 198.51.100.1
          10.0.0.1  | for=";, for="[2001:db8:1:2::3]"                     | 2001:db8:1:2::/64
          10.0.0.1  | for="\\, for=198.51.100.1                            | 198.51.100.1
          10.0.0.1  | -                                                   | none
          10.0.0.1  | for=unknown                                         | none
          10.0.0.1  | for=_hidden                                         | none
          10.0.0.1  | for="_hidden:_port"                                 | none
          10.0.0.1  | for=203.0.113.5, for=_hidden, for=10.0.0.2          | none
          10.0.0.1  | proto=https                                         | none
          10.0.0.1  | for=198.51.100.1;for=203.0.113.5                    | none
          10.0.0.1  | for=198.51.100.1 203.0.113.5                        | none
          10.0.0.1  | for = 198.51.100.1                                  | none
          10.0.0.1  | for="198.51.100.1                                   | none
          10.0.0.1  | for="198.51.100.1"x                                 | none
          10.0.0.1  | for="198.51.100\\.1"                                 | none
          10.0.0.1  | 198.51.100.1                                        | none
          """,
      useHeadersInDisplayName = true)
  void inForwarded_theRightMostHopThatIsNoProxy_counts(String peer, String lines, String client) {
    assertThat(network(FORWARDED, peer, "Forwarded", lines)).isEqualTo(expected(client));
    boolean proxy = PROXIES.trusts(IpNetwork.address(peer).orElseThrow());
    assertThat(network(X, peer, "Forwarded", lines))
        .isEqualTo(proxy ? Optional.empty() : expected(client));
  }

  @Test
  void thoseWhoseConnectionIsGone_areOneNetwork() {
    var gone = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
    assertThat(X.of(gone, 64)).isPresent().isEqualTo(X.of(gone, 48));
  }

  @Test
  void whatWouldBelieveEverybody_stopsTheStart() {
    var settings =
        new WebSettings(
            new IdentitySettings(IdentityMode.HEADER, List.of(), ForwardedHeader.X_FORWARDED_FOR),
            new CorsSettings(List.of()));
    var environment = new MockEnvironment();
    assertThatCode(() -> new WebConfiguration().clientNetworks(PROXIES, settings, environment))
        .doesNotThrowAnyException();
    environment.setProperty("server.forward-headers-strategy", "native");
    assertThatThrownBy(() -> new WebConfiguration().clientNetworks(PROXIES, settings, environment))
        .hasMessageStartingWith("server.forward-headers-strategy must be none");
  }
}
