package nth.web;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** Whom we believe when they say for whom they ask. */
public final class TrustedProxies {

  private final List<IpNetwork> ranges;

  /**
   * @param ranges addresses, or ranges as {@code 192.0.2.0/24}; names are not looked up
   * @throws IllegalArgumentException if one is neither
   */
  public TrustedProxies(List<String> ranges) {
    List<IpNetwork> parsed = new ArrayList<>();
    for (String range : ranges) {
      try {
        parsed.add(IpNetwork.parse(range));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("nth.identity.trusted-proxies: " + e.getMessage(), e);
      }
    }
    this.ranges = List.copyOf(parsed);
  }

  public boolean trusts(InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }
}
