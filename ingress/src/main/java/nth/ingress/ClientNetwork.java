package nth.ingress;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.BitSet;

/**
 * Who shares a bucket before they have said who they are: an IPv4 address, or the IPv6 addresses
 * with the same first bits, since one customer has all of those.
 */
record ClientNetwork(BitSet bits, boolean ipv4) {

  static ClientNetwork of(InetAddress address, int ipv6Prefix) {
    BitSet bits = BitSet.valueOf(reversed(address.getAddress()));
    boolean ipv4 = address instanceof Inet4Address;
    return new ClientNetwork(ipv4 ? bits : bits.get(0, ipv6Prefix), ipv4);
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
