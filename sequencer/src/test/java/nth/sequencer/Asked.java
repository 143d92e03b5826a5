package nth.sequencer;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import nth.sequencer.operator.Operator;

/**
 * What a command of the operator answered.
 *
 * @param said on standard output and standard error, as one text
 */
public record Asked(int code, String said) {

  /** Runs one as the jar would, in this JVM. */
  public static Asked of(Map<String, String> settings, String... arguments) {
    Map<String, String> before = new TreeMap<>();
    settings.forEach(
        (key, value) -> {
          String old = System.setProperty(key, value);
          if (old != null) {
            before.put(key, old);
          }
        });
    var said = new StringWriter();
    var writer = new PrintWriter(said);
    try {
      int code = Operator.with(SequencerApplication.COMMANDS, writer, writer).run(arguments);
      return new Asked(code, said.toString());
    } finally {
      settings.keySet().forEach(System::clearProperty);
      before.forEach(System::setProperty);
    }
  }
}
