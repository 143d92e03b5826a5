package nth.local;

import java.util.List;

/** What a newer JVM says of libraries on its own, past every log: no fault of a run. */
final class JvmWarnings {

  private JvmWarnings() {}

  /** An empty line ends some of them. */
  static List<String> without(String output) {
    return output.replaceAll("(?m)^WARNING: .*\\R\\R?", "").lines().toList();
  }
}
