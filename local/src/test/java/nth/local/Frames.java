package nth.local;

/** The text of a stream of Server-Sent Events. */
final class Frames {

  private Frames() {}

  /** A field of one frame, or nothing. */
  static String field(String frame, String name) {
    return frame
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .findFirst()
        .orElse("");
  }
}
