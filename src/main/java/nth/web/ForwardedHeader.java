package nth.web;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/**
 * The one header in which trusted proxies name for whom they ask. The other is never looked at: a
 * proxy that writes one passes the other on as the client made it up.
 */
public enum ForwardedHeader {
  X_FORWARDED_FOR("X-Forwarded-For") {
    @Override
    Optional<InetAddress> address(String hop) {
      return node(hop);
    }
  },

  /** RFC 7239. */
  FORWARDED("Forwarded") {
    @Override
    Optional<InetAddress> address(String hop) {
      Matcher pairs = PAIR.matcher(hop);
      Optional<InetAddress> address = Optional.empty();
      int end = 0;
      boolean named = false;
      while (pairs.find()) {
        if (pairs.start() != end || named && isFor(pairs)) {
          return Optional.empty();
        }
        if (isFor(pairs)) {
          named = true;
          address = node(pairs.group("text") == null ? pairs.group("token") : pairs.group("text"));
        }
        end = pairs.end();
      }
      return end == hop.length() ? address : Optional.empty();
    }
  };

  /** The value is in quotes where it holds a colon; no address needs a backslash. */
  private static final Pattern PAIR =
      Pattern.compile(
          "\\G[ \\t]*(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+)="
              + "(?:(?<token>[!#$%&'*+.^_`|~0-9A-Za-z-]+)|\"(?<text>[^\"\\\\]*)\")[ \\t]*(?:;|$)");

  /** An address and perhaps a port: of IPv6 in brackets then. */
  private static final Pattern NODE =
      Pattern.compile(
          "(?:\\[(?<v6>[^\\[\\]]*:[^\\[\\]]*)]|(?<v4>[0-9.]+))(?::[0-9]{1,5})?|(?<bare>.*)",
          Pattern.DOTALL);

  private final String header;

  ForwardedHeader(String header) {
    this.header = header;
  }

  /** Of the address that a hop names; empty: it is hidden, unknown or unreadable. */
  abstract Optional<InetAddress> address(String hop);

  /**
   * From the nearest to the farthest. Read from the right, since only what stands there is by a
   * proxy we trust: nothing a client put to the left, as a quote that does not end, changes it.
   */
  Iterator<String> hops(HttpHeaders headers) {
    return new FromTheRight(String.join(",", headers.getOrEmpty(header)));
  }

  @Override
  public String toString() {
    return header;
  }

  private static boolean isFor(Matcher pair) {
    return pair.group("name").equalsIgnoreCase("for");
  }

  private static Optional<InetAddress> node(String text) {
    Matcher node = NODE.matcher(text);
    if (!node.matches()) {
      return Optional.empty();
    }
    String bare = node.group("v6") == null ? node.group("v4") : node.group("v6");
    return IpNetwork.address(bare == null ? node.group("bare") : bare);
  }

  /** Elements between commas that are not in quotes. */
  private static final class FromTheRight implements Iterator<String> {
    private final String line;
    private int end;

    FromTheRight(String line) {
      this.line = line;
      this.end = line.isEmpty() ? -1 : line.length();
    }

    @Override
    public boolean hasNext() {
      return end >= 0;
    }

    @Override
    public String next() {
      if (end < 0) {
        throw new NoSuchElementException();
      }
      int comma = end - 1;
      for (boolean quoted = false; comma >= 0; comma--) {
        char c = line.charAt(comma);
        if (c == ',' && !quoted) {
          break;
        }
        quoted ^= c == '"';
      }
      String element = line.substring(comma + 1, end).strip();
      end = comma;
      return element;
    }
  }
}
