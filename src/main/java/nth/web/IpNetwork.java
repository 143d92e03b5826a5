package nth.web;

import io.netty.util.NetUtil;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The addresses that begin with the same bits.
 *
 * @param bits of the prefix; the ones behind it are 0
 * @param prefix how many bits count
 */
public record IpNetwork(BitSet bits, boolean ipv4, int prefix) {

  /** No brackets, ports, zones or white space: nobody may guess what they mean. */
  private static final Pattern LITERAL = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

  /** 010 is 8 to some and 10 to others; ::192.0.2.1 is IPv4 to some. */
  private static final Pattern AMBIGUOUS = Pattern.compile("(^|[:.])0\\d+(\\.|$)|^[0:]*:\\d+\\.");

  /** An address that is mapped into IPv6, Java holds to be the IPv4 address it is. */
  public static IpNetwork of(InetAddress address, int prefix) {
    BitSet bits = BitSet.valueOf(reversed(address.getAddress()));
    return new IpNetwork(bits.get(0, prefix), address instanceof Inet4Address, prefix);
  }

  /**
   * One address, or the first of a range with the length of its prefix: {@code 192.0.2.0/24}.
   *
   * @throws IllegalArgumentException if it is neither, or names bits behind the prefix
   */
  static IpNetwork parse(String text) {
    int slash = text.indexOf('/');
    String first = slash < 0 ? text : text.substring(0, slash);
    InetAddress address = address(first).orElseThrow(() -> neither(text));
    int longest = address.getAddress().length * Byte.SIZE;
    int prefix = slash < 0 ? longest : prefix(text, slash, first.contains(":") ? 128 : 32, longest);
    IpNetwork network = of(address, prefix);
    if (!of(address, longest).bits().equals(network.bits())) {
      throw new IllegalArgumentException(text + " has bits behind its prefix");
    }
    return network;
  }

  private static int prefix(String text, int slash, int written, int longest) {
    String digits = text.substring(slash + 1);
    // Of a mapped range the first 96 bits say no more than that it is IPv4.
    int prefix = digits.matches("0|[1-9]\\d{0,2}") ? Integer.parseInt(digits) : -1;
    int counted = prefix - (written - longest);
    if (prefix < 0 || counted < 0 || counted > longest) {
      throw neither(text);
    }
    return counted;
  }

  private static IllegalArgumentException neither(String text) {
    return new IllegalArgumentException(text + " is neither an IP address nor a range of them");
  }

  boolean contains(InetAddress address) {
    return ipv4 == address instanceof Inet4Address && equals(of(address, prefix));
  }

  /** Reads an address as it is written in numbers; never asks for a name. */
  static Optional<InetAddress> address(String text) {
    boolean dotted = text.indexOf('.') >= 0;
    if (!LITERAL.matcher(text).matches() || dotted && AMBIGUOUS.matcher(text).find()) {
      return Optional.empty();
    }
    return Optional.ofNullable(NetUtil.createByteArrayFromIpAddressString(text))
        .map(IpNetwork::address);
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("neither 4 nor 16 bytes", e);
    }
  }

  /** As in {@link #parse}. */
  @Override
  public String toString() {
    byte[] bytes = Arrays.copyOf(reversed(bits.toByteArray()), ipv4 ? 4 : 16);
    return address(bytes).getHostAddress() + "/" + prefix;
  }

  /** BitSet counts the bits of a byte from the right, a prefix from the left. */
  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = (byte) (Integer.reverse(bytes[i]) >>> 24);
    }
    return reversed;
  }
}
