package nth.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpNetworkTest {

  private static InetAddress address(String literal) {
    return IpNetwork.address(literal).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          range               | address             | inside
          192.0.2.1           | 192.0.2.1           | true
          192.0.2.1           | 192.0.2.2           | false
          192.0.2.0/24        | 192.0.2.255         | true
          192.0.2.0/24        | 192.0.3.0           | false
          192.0.2.128/25      | 192.0.2.127         | false
          192.0.2.1           | ::ffff:192.0.2.1    | true
          ::ffff:192.0.2.1    | 192.0.2.1           | true
          ::ffff:192.0.2.0/120 | 192.0.2.77         | true
          ::ffff:192.0.2.0/120 | 192.0.3.77         | false
          0.0.0.0/0           | 203.0.113.9         | true
          0.0.0.0/0           | 2001:db8::1         | false
          ::/0                | 2001:db8::1         | true
          ::/0                | 192.0.2.1           | false
          2001:db8::/32       | 2001:DB8:0:0::1     | true
          2001:db8::/32       | 2001:db9::1         | false
          2001:db8::1         | 2001:0db8:0000::0:1 | true
          """,
      useHeadersInDisplayName = true)
  void anAddress_isInsideByItsBits_notByItsSpelling(String range, String address, boolean inside) {
    assertThat(IpNetwork.parse(range).contains(address(address))).isEqualTo(inside);
    assertThat(new TrustedProxies(List.of("198.51.100.1", range)).trusts(address(address)))
        .isEqualTo(inside);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 192.0.2.1",
        "192.0.2.1 ",
        "192.0.2",
        "192.0.2.1.",
        "192.0.2.256",
        "192.0.02.1",
        "0300.0.2.1",
        "0xc0.0.2.1",
        "3221225985",
        "::ffff:192.0.02.1",
        "::192.0.2.1",
        "64:ff9b::192.0.2.1",
        "0:0:0:0:0:0:192.0.2.1",
        "192.0.2.1:80",
        "[2001:db8::1]",
        "2001:db8::1%eth0",
        "2001:db8::1%1",
        "2001:db8:::1",
        "2001:db8::1::2",
        "1:2:3:4:5:6:7:8:9",
        "12345::1",
        ":",
        "..",
        "localhost",
        "proxy.example",
        "face.b00c",
        "１９２.0.2.1",
        "192.0.2.1/",
        "192.0.2.1/33",
        "192.0.2.0/-1",
        "192.0.2.0/+8",
        "192.0.2.0/08",
        "192.0.2.0/24/24",
        "192.0.2.0/255.255.255.0",
        "192.0.2.1/24",
        "2001:db8::/129",
        "2001:db8::1/64",
        "::ffff:192.0.2.0/95",
        "/24",
        "*"
      })
  void whatIsNoAddressInNumbers_isRefusedByName(String text) {
    assertThatThrownBy(() -> new TrustedProxies(List.of("192.0.2.1", text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("nth.identity.trusted-proxies: " + text);
  }

  @Test
  void withoutAnyProxy_nobodyIsTrusted() {
    assertThat(new TrustedProxies(List.of()).trusts(InetAddress.getLoopbackAddress())).isFalse();
  }
}
