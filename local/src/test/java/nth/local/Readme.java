package nth.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The README, whose commands and outputs are held true by tests. */
final class Readme {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?<kind>\\w*)\n(?<text>.*?)^```$");

  private final String text;

  Readme() {
    try {
      text = Files.readString(Path.of("..", "README.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text() {
    return text;
  }

  /** The fenced blocks of that kind, in order. */
  List<String> blocks(String kind) {
    return BLOCK
        .matcher(text)
        .results()
        .filter(found -> found.group(1).equals(kind))
        .map(found -> found.group(2))
        .toList();
  }
}
