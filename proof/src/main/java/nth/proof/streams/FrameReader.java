package nth.proof.streams;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** Cuts a stream that comes in pieces into frames, and of each wants no more than its id. */
final class FrameReader {

  /** Of a frame that has none. */
  static final long NO_ID = -1;

  private static final byte[] NOTHING = {};

  private byte[] rest = NOTHING;

  /** Is told each frame that says something; a comment does not. */
  interface Listener {
    /**
     * @param words the frame without its empty line; good only during the call
     */
    void hear(long id, ByteBuf words);
  }

  void read(ByteBuf piece, Listener listener) {
    ByteBuf all =
        rest.length == 0 ? piece : Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(rest), piece);
    int begin = all.readerIndex();
    for (int end = endOf(all, begin); end >= 0; end = endOf(all, begin)) {
      take(all.slice(begin, end - begin), listener);
      begin = end + 1;
    }
    int left = all.writerIndex() - begin;
    rest = left == 0 ? NOTHING : ByteBufUtil.getBytes(all, begin, left);
  }

  /** Where the line feed of the next empty line is, or -1. */
  private static int endOf(ByteBuf all, int begin) {
    int line = begin;
    while (true) {
      int feed = all.indexOf(line, all.writerIndex(), (byte) '\n');
      if (feed <= line) {
        return feed;
      }
      line = feed + 1;
    }
  }

  private static void take(ByteBuf frame, Listener listener) {
    long id = NO_ID;
    boolean says = false;
    int line = 0;
    while (line < frame.writerIndex()) {
      int feed = frame.indexOf(line, frame.writerIndex(), (byte) '\n');
      int end = feed < 0 ? frame.writerIndex() : feed;
      if (startsWith(frame, line, end, "id: ")) {
        id = number(frame, line + 4, end);
      }
      says = says || startsWith(frame, line, end, "data: ");
      line = end + 1;
    }
    if (says) {
      listener.hear(id, frame);
    }
  }

  private static boolean startsWith(ByteBuf frame, int line, int end, String name) {
    if (end - line < name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (frame.getByte(line + i) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static long number(ByteBuf frame, int begin, int end) {
    long number = 0;
    for (int i = begin; i < end; i++) {
      number = 10 * number + (frame.getByte(i) - '0');
    }
    return number;
  }
}
