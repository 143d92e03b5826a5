package nth.local.organiser;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Lets each invented person come from a network of their own, as people do: out of 198.18.0.0/15,
 * which RFC 2544 has set aside for such trials and no client has. What says so is a secret of this
 * process that no other knows.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 12)
final class CrowdNetworks implements WebFilter {

  static final String HEADER = "X-Nth-Crowd";
  private static final int FIRST_BYTE = 198;
  private static final int SECOND_BYTE = 18;
  private static final int ADDRESSES = 1 << 17;

  private final String secret = UUID.randomUUID().toString();

  /** What makes a request that of the person with this number. */
  String header(int number) {
    return secret + ":" + number;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    List<String> given = exchange.getRequest().getHeaders().getOrEmpty(HEADER);
    return chain.filter(
        given.size() == 1 && isOurs(given.get(0))
            ? from(address(given.get(0)), exchange)
            : exchange);
  }

  private boolean isOurs(String given) {
    int colon = Math.max(given.lastIndexOf(':'), 0);
    byte[] claimed = given.substring(0, colon).getBytes(US_ASCII);
    return MessageDigest.isEqual(claimed, secret.getBytes(US_ASCII));
  }

  private static ServerWebExchange from(InetAddress address, ServerWebExchange exchange) {
    return exchange
        .mutate()
        .request(request -> request.remoteAddress(new InetSocketAddress(address, 0)))
        .build();
  }

  private static InetAddress address(String ours) {
    int number = Integer.parseInt(ours.substring(ours.lastIndexOf(':') + 1)) % ADDRESSES;
    try {
      return InetAddress.getByAddress(
          new byte[] {
            (byte) FIRST_BYTE,
            (byte) (SECOND_BYTE + (number >> 16)),
            (byte) (number >> 8),
            (byte) number
          });
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
