package nth.sequencer.topology;

import java.nio.ByteBuffer;

/** Every stored value begins with the number of its format, so that a later one can be told. */
final class Format {

  static final byte ONE = 1;
  static final byte TWO = 2;

  private Format() {}

  /**
   * The value behind the format byte.
   *
   * @throws LineStopped if this sequencer does not know the format
   */
  static ByteBuffer open(String store, byte[] bytes) {
    return open(store, bytes, ONE);
  }

  /**
   * As {@link #open(String, byte[])}, of a store that has had several formats.
   *
   * @param newest that can be read, and every one before it
   */
  static ByteBuffer open(String store, byte[] bytes, byte newest) {
    ByteBuffer value = ByteBuffer.wrap(bytes);
    byte format = value.get();
    if (format < ONE || format > newest) {
      throw new LineStopped(
          "Store %s holds format %d and this sequencer reads format %d:"
                  .formatted(store, format, newest)
              + " start the version of nth that wrote it, or a newer one.");
    }
    return value;
  }
}
