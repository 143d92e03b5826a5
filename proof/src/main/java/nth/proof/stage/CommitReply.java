package nth.proof.stage;

import java.nio.charset.StandardCharsets;

/**
 * Postgres' answers after which a row is there: {@code CommandComplete} of a COMMIT, or of an
 * INSERT that is its own transaction. It sends them, with the rest of the answer, once all is on
 * disk; an answer this short comes in one piece.
 */
final class CommitReply {

  private static final byte[][] TAGS = {complete("COMMIT"), complete("INSERT 0 1")};

  static boolean isIn(byte[] bytes, int length) {
    for (byte[] tag : TAGS) {
      for (int at = 0; at + tag.length <= length; at++) {
        if (matches(bytes, at, tag)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean matches(byte[] bytes, int at, byte[] tag) {
    for (int i = 0; i < tag.length; i++) {
      if (bytes[at + i] != tag[i]) {
        return false;
      }
    }
    return true;
  }

  /** Type, length of what follows with itself in four bytes, the tag, a zero. */
  private static byte[] complete(String tag) {
    int length = 4 + tag.length() + 1;
    return ("C\0\0\0" + (char) length + tag + "\0").getBytes(StandardCharsets.ISO_8859_1);
  }

  private CommitReply() {}
}
