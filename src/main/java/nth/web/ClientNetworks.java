package nth.web;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** From which network somebody asks. */
public final class ClientNetworks {

  private static final Logger log = LoggerFactory.getLogger(ClientNetworks.class);
  private static final int MOST_WARNINGS = 16;

  /** One network for all whose connection is gone before it could be asked for its address. */
  private static final IpNetwork GONE = IpNetwork.parse("0.0.0.0/0");

  private final TrustedProxies proxies;
  private final ForwardedHeader header;
  private final Set<InetAddress> warned = ConcurrentHashMap.newKeySet();

  public ClientNetworks(TrustedProxies proxies, ForwardedHeader header) {
    this.proxies = proxies;
    this.header = header;
  }

  /**
   * The network of the peer, unless that is a trusted proxy; then of the nearest hop before it that
   * is none, or of the farthest if all are.
   *
   * @param ipv6Prefix leading bits of an IPv6 address that name one network: one customer has all
   *     addresses that share them; of IPv4 every bit counts
   * @return empty if a trusted proxy names no client
   */
  public Optional<IpNetwork> of(ServerWebExchange exchange, int ipv6Prefix) {
    InetSocketAddress peer = exchange.getRequest().getRemoteAddress();
    if (peer == null || peer.getAddress() == null) {
      return Optional.of(GONE);
    }
    return client(peer.getAddress(), exchange.getRequest().getHeaders())
        .map(client -> IpNetwork.of(client, client instanceof Inet4Address ? 32 : ipv6Prefix));
  }

  private Optional<InetAddress> client(InetAddress peer, HttpHeaders headers) {
    if (!proxies.trusts(peer)) {
      return Optional.of(peer);
    }
    Optional<InetAddress> client = Optional.empty();
    Iterator<String> hops = header.hops(headers);
    do {
      client = hops.hasNext() ? header.address(hops.next()) : Optional.empty();
    } while (hops.hasNext() && client.filter(proxies::trusts).isPresent());
    if (client.isEmpty()) {
      warn(peer);
    }
    return client;
  }

  /** Once for each proxy, and not for ever: one that is wrong is wrong with every request. */
  private void warn(InetAddress proxy) {
    if (warned.size() < MOST_WARNINGS && warned.add(proxy)) {
      log.warn(
          "The trusted proxy {} does not name its client in {}: no limit per network for what it"
              + " passes on",
          proxy.getHostAddress(),
          header);
    }
  }
}
