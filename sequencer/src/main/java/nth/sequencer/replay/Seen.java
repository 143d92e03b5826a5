package nth.sequencer.replay;

/**
 * Knows for most keys that they were never stored, so that the store need not be asked: most people
 * enter once. Of fixed size; with more than some 20 million keys it only helps less. Not a set: it
 * may think that it has seen what it has not, never the reverse.
 */
final class Seen {

  private static final int BITS = 1 << 28;
  private static final int PROBES = 5;
  private static final long BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;
  private static final int HALF = 32;

  private final long[] words = new long[BITS / Long.SIZE];

  void add(byte[] key) {
    long hash = hash(key);
    for (int probe = 0; probe < PROBES; probe++) {
      int bit = bit(hash, probe);
      words[bit / Long.SIZE] |= 1L << bit;
    }
  }

  boolean maybe(byte[] key) {
    long hash = hash(key);
    for (int probe = 0; probe < PROBES; probe++) {
      int bit = bit(hash, probe);
      if ((words[bit / Long.SIZE] & 1L << bit) == 0) {
        return false;
      }
    }
    return true;
  }

  private static int bit(long hash, int probe) {
    return ((int) hash + probe * (int) (hash >>> HALF)) & (BITS - 1);
  }

  /** FNV-1a, stirred: its low bits alone are weak. */
  private static long hash(byte[] key) {
    long hash = BASIS;
    for (byte each : key) {
      hash = (hash ^ (each & 0xff)) * PRIME;
    }
    hash ^= hash >>> 29;
    hash *= 0xbf58476d1ce4e5b9L;
    return hash ^ (hash >>> HALF);
  }
}
