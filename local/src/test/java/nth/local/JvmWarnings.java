package nth.local;

import java.util.List;

/** What a newer JVM says of libraries on its own, past every log: no fault of a run. */
final class JvmWarnings {

  private JvmWarnings() {}

  static List<String> without(String output) {
    return output.lines().filter(line -> !line.startsWith("WARNING: ")).toList();
  }
}
